/**
 * Decoding of compiled-in types from CBOR. As with JSON, the result still has to be normalized.
 * Differences from JSON: keys never repeat, integers are not floats, bytes are marked, and errors
 * name only the field of the root.
 */
import { parseDuration, quantityProblem } from "@svc/base";
import type { Field, Schema, SpecialSchema, StructSchema } from "@svc/schema";
import { DecodeError } from "../decoding/decode-error.ts";
import { setMember } from "../json/to-json.ts";
import { base64Error } from "../typed/base64.ts";
import { variantOf } from "../typed/normalize.ts";
import { mismatch, normalizeScalar } from "../typed/scalars.ts";
import { readTime } from "../typed/time.ts";
import { elementTypeName, typeNameOf } from "../typed/type-name.ts";
import { BrokenText, Bytes, Float, type Item, majorTypeOf, Pairs, Simple, untagged } from "./item.ts";
import {
  bytesItem,
  cborToJson,
  duplicateKey,
  type Into,
  keyText,
  textItem,
  unknownSimple,
  wrongItem,
} from "./to-json.ts";

type Members = Record<string, unknown>;

/** The target of a value within the object. */
interface Target {
  readonly schema: Schema;
  readonly typeName: string;
  /** Undefined in the root; its fields set the name. */
  readonly into: Into | undefined;
  readonly found: Found;
}

/** Errors of a strict decoder: only one unknown field is reported. */
interface Found {
  unknownAt: number | undefined;
}

export interface ExactDecoding {
  readonly value: Members;
  readonly strictErrors: readonly string[];
}

/**
 * Decodes a struct.
 * @param typeName the type's name in errors
 * @throws {DecodeError} of stage `object`
 */
export function decodeCborExact(struct: StructSchema, item: Item, typeName: string): ExactDecoding {
  const found: Found = { unknownAt: undefined };
  const value = decodeExact({ schema: struct, typeName, into: undefined, found }, item) ?? {};
  const { unknownAt } = found;
  return { value: value as Members, strictErrors: unknownAt === undefined ? [] : [unknownFieldText(unknownAt)] };
}

function unknownFieldText(index: number): string {
  return `cbor: found unknown field at map element index ${index}`;
}

/** The value, before normalization; undefined for null. */
function decodeExact(target: Target, item: Item): unknown {
  const { schema } = target;
  const inner = untagged(item);
  if (inner === null) return undefined;
  switch (schema.type) {
    case "struct":
      return decodeStruct(target, schema, inner);
    case "list":
      if (!Array.isArray(inner)) throw wrong(target, inner);
      return (inner as readonly Item[]).map((element) => decodeElement(elementOf(target, schema.items), element));
    case "map":
      return decodeMap(target, schema.values, inner);
    case "any":
    case "json":
      return cborToJson(item, target.into);
    case "rawExtension":
    case "fieldsV1":
      return rawToJson(schema.type, item);
    case "schemaOrBool":
    case "schemaOrList":
    case "schemaOrStrings":
      return decodeVariant(target, schema, item);
    default:
      return decodeScalar(target, item, inner);
  }
}

function decodeStruct(target: Target, struct: StructSchema, item: Item): Members {
  if (!(item instanceof Pairs)) {
    const detail = Array.isArray(item) ? " (cannot decode CBOR array to struct without toarray option)" : "";
    throw wrong(target, item, detail);
  }
  const { found } = target;
  const before = found.unknownAt;
  found.unknownAt = undefined;
  let unknown: number | undefined;
  const object: Members = {};
  eachField(item, (name, value, i) => {
    const field = name === undefined ? undefined : struct.byName.get(name);
    if (field === undefined) unknown ??= i;
    else object[field.name] = decodeExact(fieldOf(target, field), value);
  });
  // An unknown field of this struct takes precedence over those of its children; else the first one
  // wins.
  found.unknownAt = before ?? unknown ?? found.unknownAt;
  return object;
}

/**
 * Calls `take` for each member of a map that is a struct.
 * @param take gets no name for an integer key, since no field has such a name
 */
export function eachField(
  { keys, values }: Pairs,
  take: (name: string | undefined, value: Item, index: number) => void,
): void {
  const seen = new Set<string>();
  keys.forEach((key, i) => {
    const isInteger = typeof key === "number" || typeof key === "bigint";
    if (!isInteger && !isText(key))
      throw wrongItem(
        key,
        "Go value",
        `string (map key is of type ${majorTypeOf(key)} and cannot be used to match struct field name)`,
      );
    const name = isInteger ? `${key}` : keyText(key, "Go value");
    if (seen.has(name)) throw duplicateKey(name, i);
    seen.add(name);
    take(isInteger ? undefined : name, values[i] as Item, i);
  });
}

function isText(item: Item): boolean {
  return typeof item === "string" || item instanceof Bytes || item instanceof BrokenText;
}

function fieldOf(target: Target, field: Field): Target {
  return {
    schema: field.schema,
    typeName: typeNameOf(field),
    into: target.into ?? `Go struct field ${target.typeName}.${field.name}`,
    found: target.found,
  };
}

function elementOf(target: Target, schema: Schema): Target {
  return { ...target, schema, typeName: elementTypeName(target.typeName, schema) };
}

/** Elements cannot be absent. */
function decodeElement(target: Target, item: Item): unknown {
  return decodeExact(target, item) ?? null;
}

function decodeMap(target: Target, values: Schema, item: Item): Members {
  if (!(item instanceof Pairs)) throw wrong(target, item);
  const map: Members = {};
  const within = elementOf(target, values);
  item.keys.forEach((key, i) => {
    const name = keyText(key, locationOf(target));
    if (Object.hasOwn(map, name)) throw duplicateKey(name, i);
    setMember(map, name, decodeElement(within, item.values[i] as Item));
  });
  return map;
}

const rawNames = { rawExtension: "RawExtension", fieldsV1: "FieldsV1" } as const;

function rawToJson(type: "rawExtension" | "fieldsV1", item: Item): unknown {
  try {
    return cborToJson(item);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const name = rawNames[type];
    throw new DecodeError(
      "object",
      `failed to transcode ${name} to JSON: failed to parse ${name} bytes as CBOR: ${error.message}`,
    );
  }
}

/**
 * Unknown fields within a schema are always errors, even in a lenient decoder. A value that is
 * neither a schema nor the alternative counts as unset.
 */
function decodeVariant(target: Target, schema: SpecialSchema, item: Item): unknown {
  const one = (element: Item): unknown => {
    const found: Found = { unknownAt: undefined };
    const value = decodeExact({ ...target, schema: variantOf(schema), typeName: "v1.JSONSchemaProps", found }, element);
    if (found.unknownAt !== undefined) throw new DecodeError("object", unknownFieldText(found.unknownAt));
    return value;
  };
  if (item instanceof Pairs) return one(item);
  if (schema.type === "schemaOrBool") {
    if (typeof item === "boolean") return item;
    throw new DecodeError("object", "boolean or JSON schema expected");
  }
  if (!Array.isArray(item)) return undefined;
  const items = item as readonly Item[];
  return items.map(schema.type === "schemaOrList" ? one : (element) => textItem(element, locationOf(target), "string"));
}

function decodeScalar(target: Target, item: Item, inner: Item): unknown {
  if (inner instanceof Simple) throw unknownSimple(inner);
  const { schema } = target;
  switch (schema.type) {
    case "string":
      return textItem(item, locationOf(target), target.typeName);
    case "boolean":
      if (typeof inner !== "boolean") throw wrong(target, inner);
      return inner;
    case "number":
      if (inner instanceof Float) return inner.value;
      if (typeof inner !== "number" && typeof inner !== "bigint") throw wrong(target, inner);
      return Number(inner);
    case "integer":
      return decodeInteger(target, schema.format, inner);
    case "intOrString":
      if (isText(inner)) return textItem(item, locationOf(target), "string");
      return decodeInteger({ ...target, typeName: "int32" }, "int32", inner);
    case "bytes":
      return decodeBytes(target, item, inner);
    default:
      return decodeSpelled(target, item);
  }
}

/** The exclusive bounds of integer formats. */
const limits = { int32: 2n ** 31n, int64: 2n ** 63n } as const;

function decodeInteger(target: Target, format: "int32" | "int64", item: Item): number | bigint {
  if (typeof item !== "number" && typeof item !== "bigint") throw wrong(target, item);
  const value = BigInt(item);
  if (value < -limits.int64) throw wrong(target, item, ` (${item} overflows Go's int64)`);
  if (value < -limits[format] || value >= limits[format]) throw wrong(target, item, ` (${item} overflows ${format})`);
  return item;
}

/** A list of numbers is accepted as well. */
function decodeBytes(target: Target, item: Item, inner: Item): string {
  if (Array.isArray(inner))
    return Buffer.from((inner as readonly Item[]).map((b) => byteOf(target, b))).toString("base64");
  const bytes = bytesItem(item, locationOf(target));
  if (typeof bytes !== "string") return bytes.toString("base64");
  if (base64Error(bytes) === undefined) return bytes;
  throw new DecodeError(
    "object",
    `cbor: failed to decode base64 from byte string: illegal base64 data at input byte ${base64Error(bytes)}`,
  );
}

function byteOf(target: Target, item: Item): number {
  const inner = untagged(item);
  if (inner === null) return 0;
  const within: Target = { ...target, typeName: "uint8" };
  if (typeof inner !== "number" && typeof inner !== "bigint") throw wrong(within, inner);
  if (inner < 0 || inner > 255) throw wrong(within, inner, ` (${inner} overflows uint8)`);
  return Number(inner);
}

/** Strings with a grammar of their own, such as quantities. */
function decodeSpelled(target: Target, item: Item): string {
  const text = textItem(item, locationOf(target), "string");
  const why = spellingError(target.schema, text);
  if (why !== undefined) throw new DecodeError("object", why);
  return text;
}

function spellingError(schema: Schema, text: string): string | undefined {
  switch (schema.type) {
    case "time":
    case "microTime": {
      const time = readTime(text, schema.type === "time" ? "seconds" : "micros");
      return time.ok ? undefined : time.why;
    }
    case "duration":
      return parseDuration(text) === undefined ? `time: invalid duration ${JSON.stringify(text)}` : undefined;
    default:
      return normalizeScalar(schema)(text, { members: 0 }) === mismatch ? quantityProblem(text) : undefined;
  }
}

function locationOf({ into = "Go value" }: Target): Into {
  return into;
}

function wrong(target: Target, item: Item, detail = ""): DecodeError {
  return wrongItem(item, locationOf(target), `${target.typeName}${detail}`);
}
