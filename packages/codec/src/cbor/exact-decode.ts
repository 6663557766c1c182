/**
 * Decoding of compiled-in types from CBOR. The result still has to be normalized, as that of JSON
 * has. What differs from JSON: keys never repeat, integers are no floats, bytes are marked, and
 * errors name the field of the root alone.
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

/** Where a value goes. */
interface Spot {
  readonly schema: Schema;
  readonly typeName: string;
  /** Undefined in the root, whose fields name themselves. */
  readonly into: Into | undefined;
  readonly found: Found;
}

/** What a strict decoder refuses: of the fields that are not known, one is told. */
interface Found {
  unknownAt: number | undefined;
}

export interface ExactDecoding {
  readonly value: Members;
  readonly strictErrors: readonly string[];
}

/**
 * Decodes a struct.
 * @param typeName how errors name its type.
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

/** The value, loosely; undefined for null. */
function decodeExact(spot: Spot, item: Item): unknown {
  const { schema } = spot;
  const inner = untagged(item);
  if (inner === null) return undefined;
  switch (schema.type) {
    case "struct":
      return decodeStruct(spot, schema, inner);
    case "list":
      if (!Array.isArray(inner)) throw wrong(spot, inner);
      return (inner as readonly Item[]).map((element) => decodeElement(elementOf(spot, schema.items), element));
    case "map":
      return decodeMap(spot, schema.values, inner);
    case "any":
    case "json":
      return cborToJson(item, spot.into);
    case "rawExtension":
    case "fieldsV1":
      return rawToJson(schema.type, item);
    case "schemaOrBool":
    case "schemaOrList":
    case "schemaOrStrings":
      return decodeVariant(spot, schema, item);
    default:
      return decodeScalar(spot, item, inner);
  }
}

function decodeStruct(spot: Spot, struct: StructSchema, item: Item): Members {
  if (!(item instanceof Pairs)) {
    const detail = Array.isArray(item) ? " (cannot decode CBOR array to struct without toarray option)" : "";
    throw wrong(spot, item, detail);
  }
  const { found } = spot;
  const before = found.unknownAt;
  found.unknownAt = undefined;
  let unknown: number | undefined;
  const object: Members = {};
  eachField(item, (name, value, i) => {
    const field = name === undefined ? undefined : struct.byName.get(name);
    if (field === undefined) unknown ??= i;
    else object[field.name] = decodeExact(fieldOf(spot, field), value);
  });
  // A field that this struct does not know counts before those that its fields do not know; else
  // the first.
  found.unknownAt = before ?? unknown ?? found.unknownAt;
  return object;
}

/**
 * The members of a map that is a struct.
 * @param take gets no name for a key that is an integer: no field has such a name, though a key it
 * is
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
        "string",
        ` (map key is of type ${majorTypeOf(key)} and cannot be used to match struct field name)`,
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

function fieldOf(spot: Spot, field: Field): Spot {
  return {
    schema: field.schema,
    typeName: typeNameOf(field),
    into: spot.into ?? `Go struct field ${spot.typeName}.${field.name}`,
    found: spot.found,
  };
}

function elementOf(spot: Spot, schema: Schema): Spot {
  return { ...spot, schema, typeName: elementTypeName(spot.typeName, schema) };
}

/** Elements cannot be absent. */
function decodeElement(spot: Spot, item: Item): unknown {
  return decodeExact(spot, item) ?? null;
}

function decodeMap(spot: Spot, values: Schema, item: Item): Members {
  if (!(item instanceof Pairs)) throw wrong(spot, item);
  const map: Members = {};
  const within = elementOf(spot, values);
  item.keys.forEach((key, i) => {
    const name = keyText(key, placeOf(spot));
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
 * Within a schema nothing may be unknown, however strict the decoder is. What is neither a schema
 * nor the other thing is unset.
 */
function decodeVariant(spot: Spot, schema: SpecialSchema, item: Item): unknown {
  const one = (element: Item): unknown => {
    const found: Found = { unknownAt: undefined };
    const value = decodeExact({ ...spot, schema: variantOf(schema), typeName: "v1.JSONSchemaProps", found }, element);
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
  return items.map(schema.type === "schemaOrList" ? one : (element) => textItem(element, placeOf(spot), "string"));
}

function decodeScalar(spot: Spot, item: Item, inner: Item): unknown {
  if (inner instanceof Simple) throw unknownSimple(inner);
  const { schema } = spot;
  switch (schema.type) {
    case "string":
      return textItem(item, placeOf(spot), spot.typeName);
    case "boolean":
      if (typeof inner !== "boolean") throw wrong(spot, inner);
      return inner;
    case "number":
      if (inner instanceof Float) return inner.value;
      if (typeof inner !== "number" && typeof inner !== "bigint") throw wrong(spot, inner);
      return Number(inner);
    case "integer":
      return decodeInteger(spot, schema.format, inner);
    case "intOrString":
      if (isText(inner)) return textItem(item, placeOf(spot), "string");
      return decodeInteger({ ...spot, typeName: "int32" }, "int32", inner);
    case "bytes":
      return decodeBytes(spot, item, inner);
    default:
      return decodeSpelled(spot, item);
  }
}

/** How far the integers of a format reach. */
const limits = { int32: 2n ** 31n, int64: 2n ** 63n } as const;

function decodeInteger(spot: Spot, format: "int32" | "int64", item: Item): number | bigint {
  if (typeof item !== "number" && typeof item !== "bigint") throw wrong(spot, item);
  const value = BigInt(item);
  if (value < -limits.int64) throw wrong(spot, item, ` (${item} overflows Go's int64)`);
  if (value < -limits[format] || value >= limits[format]) throw wrong(spot, item, ` (${item} overflows ${format})`);
  return item;
}

/** Also a list of numbers. */
function decodeBytes(spot: Spot, item: Item, inner: Item): string {
  if (Array.isArray(inner))
    return Buffer.from((inner as readonly Item[]).map((b) => byteOf(spot, b))).toString("base64");
  const bytes = bytesItem(item, placeOf(spot));
  if (typeof bytes !== "string") return bytes.toString("base64");
  if (base64Error(bytes) === undefined) return bytes;
  throw new DecodeError(
    "object",
    `cbor: failed to decode base64 from byte string: illegal base64 data at input byte ${base64Error(bytes)}`,
  );
}

function byteOf(spot: Spot, item: Item): number {
  const inner = untagged(item);
  if (inner === null) return 0;
  const within: Spot = { ...spot, typeName: "uint8" };
  if (typeof inner !== "number" && typeof inner !== "bigint") throw wrong(within, inner);
  if (inner < 0 || inner > 255) throw wrong(within, inner, ` (${inner} overflows uint8)`);
  return Number(inner);
}

/** Values that are text with a grammar of its own. */
function decodeSpelled(spot: Spot, item: Item): string {
  const text = textItem(item, placeOf(spot), "string");
  const why = spellingError(spot.schema, text);
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

function placeOf({ into = "Go value" }: Spot): Into {
  return into;
}

function wrong(spot: Spot, item: Item, detail = ""): DecodeError {
  return wrongItem(item, placeOf(spot), spot.typeName, detail);
}
