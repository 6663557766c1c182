import { kindOf, Opaque, type Value } from "./value.ts";

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
