import type { FieldType } from "../declarations/native-type.ts";
import type { ObjectTypeInfo } from "../declarations/scope.ts";
import { dynType, objectType, stringType } from "../declarations/types.ts";
import { ObjectValue, ownProperty } from "../values/map.ts";
import { CelError, kindOf, type Value } from "../values/value.ts";
import type { Library } from "./library.ts";

type Fields = ReadonlyMap<string, Value>;
type Raw = Readonly<Record<string, Value>>;

/**
 * The types in which expressions describe a change of an object: `Object{spec:
 * Object.spec{replicas: 3}}`, whose fields may have any name, and `JSONPatch{op: "add", path:
 * "/spec/replicas", value: 3}`.
 */
export function objectConstructionLibrary(): Library {
  return {
    name: "object construction",
    typeFamilies: [{ root: "Object", typeOf: openType }],
    objectTypes: [patchOperation],
  };
}

/** A type with any fields. A field that is not given reads as null. */
function openType(name: string): ObjectTypeInfo {
  return {
    name,
    fields: new Map(),
    rest: { type: dynType },
    construct: (values) => objectOf(name, values, () => null),
  };
}

function objectOf(name: string, values: Fields, absent: (field: string) => Value): ObjectValue {
  const raw: Record<string, Value> = Object.create(null);
  for (const [field, value] of values) raw[field] = value;
  const fields = new Map(
    [...values.keys()].map((field) => [field, { read: (from: Raw) => ownProperty(from, field) }] as const),
  );
  return new ObjectValue({ name, fields, absent }, raw);
}

const texts: ReadonlySet<string> = new Set(["op", "path", "from"]);
const text: FieldType = { type: stringType };

const patchOperation: ObjectTypeInfo = {
  name: "JSONPatch",
  fields: new Map([
    ["op", text],
    ["path", text],
    ["from", text],
    ["value", { type: dynType }],
  ]),
  // No value has this type, so that nothing can be given to a field that there is not.
  rest: { type: objectType("") },
  construct: (values) => {
    for (const [field, value] of values)
      if (texts.has(field) && typeof value !== "string")
        return new CelError(
          `unexpected type ${goTypes.get(kindOf(value)) ?? kindOf(value)} for JSONPatchType '${field}' field`,
        );
    // An empty text is as good as none.
    const set = new Map([...values].filter(([field, value]) => value !== "" || !texts.has(field)));
    return objectOf("JSONPatch", set, (field) => (texts.has(field) ? "" : null));
  },
};

/** The names of types in errors. */
const goTypes: ReadonlyMap<string, string> = new Map([
  ["int", "int64"],
  ["uint", "uint64"],
  ["double", "float64"],
  ["bytes", "[]uint8"],
  ["null", "structpb.NullValue"],
]);
