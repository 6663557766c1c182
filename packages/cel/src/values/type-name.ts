import { kindOf, ListValue, Opaque, type Value, type ValueKind } from "./value.ts";

const longNames: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    null: "null_type",
    object: "map",
    timestamp: "google.protobuf.Timestamp",
    duration: "google.protobuf.Duration",
    optional: "optional_type",
  }),
);

/** The name of the type of a value. Objects of declared types are maps while an expression runs. */
export function typeName(v: Value): string {
  if (v instanceof Opaque) return v.kind.name;
  const kind = kindOf(v);
  return longNames.get(kind) ?? kind;
}

const printedNames: Readonly<Partial<Record<ValueKind, string>>> = {
  null: "types.Null",
  bool: "types.Bool",
  int: "types.Int",
  uint: "types.Uint",
  double: "types.Double",
  string: "types.String",
  bytes: "types.Bytes",
  timestamp: "types.Timestamp",
  duration: "types.Duration",
  type: "*types.Type",
  optional: "*types.Optional",
  list: "*types.baseList",
  map: "*types.baseMap",
  object: "*types.baseMap",
};

/**
 * The type of a value as messages of clusters print it where a value has no place: a name of their
 * own language.
 */
export function printedType(v: Value): string {
  if (v instanceof Opaque) return printedOpaque(v.kind.name);
  if (v instanceof ListValue && v.parts) return "*types.concatList";
  const kind = kindOf(v);
  return printedNames[kind] ?? kind;
}

/** `net.IP` is a `cel.IP`; `kubernetes.authorization.PathCheck` is a `library.pathCheckVal`. */
function printedOpaque(name: string): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (name.includes(".authorization.")) return `library.${last.charAt(0).toLowerCase()}${last.slice(1)}Val`;
  return last === "NamedFormat" ? "cel.Format" : `cel.${last}`;
}
