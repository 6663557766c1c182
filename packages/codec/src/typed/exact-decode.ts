/**
 * Decoding as Go does it, value by value into what is there already: members that repeat merge,
 * lists write over the items that they had, null leaves scalars alone. Slower than `normalize.ts`,
 * which knows only that a value does not fit; used for what that refused, and for text with
 * duplicates or numbers that a double does not tell.
 *
 * The result still has to be normalized.
 */
import { parseDuration, quantityProblem } from "@svc/base";
import type { Field, ListSchema, MapSchema, Schema, SpecialSchema, StructSchema } from "@svc/schema";
import { DecodeError } from "../decoding/decode-error.ts";
import { noStrictErrors, type StrictErrors } from "../decoding/strict-errors.ts";
import { type Exact, ExactObject, NumberText } from "../json/exact.ts";
import { maxValueDepth, membersOf, numberOf, setMember, toJson } from "../json/to-json.ts";
import { base64Error } from "./base64.ts";
import { type FieldPath, goFieldOf, pathOf } from "./field-path.ts";
import { variantOf } from "./normalize.ts";
import { cutInteger, mismatch, normalizeScalar } from "./scalars.ts";
import { readTime } from "./time.ts";
import { elementTypeName, plainTypeName, typeNameOf } from "./type-name.ts";

interface ExactDecodeOptions {
  readonly strict: StrictErrors;
  /** What paths of strict errors begin with: `metadata`, where only that is decoded. */
  readonly prefix?: string;
  /** How messages name the root's type. */
  readonly typeName: string;
  /**
   * Whether a value is decoded that was made of an object, such as a patch's result, and not text.
   * Then fields are read as they are declared, the first that does not fit ends all, and integers
   * that are beyond their type lose the bits that are too many. Text is read as it stands: what
   * does not fit is left out and told at the end, unless a type that reads itself fails, which ends
   * all.
   * @default false
   */
  readonly ofValue?: boolean;
}

/** A value on its way into an object. */
interface Spot {
  readonly schema: Schema;
  readonly typeName: string;
  readonly place: FieldPath | undefined;
  readonly depth: number;
  readonly strict: StrictErrors;
  readonly prefix: string;
  readonly ofValue: boolean;
  /** The first error of text that did not end all. */
  readonly wrong: { first?: DecodeError };
}

type Members = Record<string, unknown>;

/** Decodes a struct. @throws {DecodeError} of stage `object` */
export function decodeExact(struct: StructSchema, value: Exact, options: ExactDecodeOptions): Members {
  const { strict, typeName, prefix = "", ofValue = false } = options;
  const spot: Spot = { schema: struct, typeName, place: undefined, depth: 0, strict, prefix, ofValue, wrong: {} };
  return (decodeRoot(spot, value) ?? {}) as Members;
}

/** @throws {DecodeError} for whatever did not fit */
function decodeRoot(spot: Spot, value: Exact): unknown {
  const decoded = decodeValue(spot, undefined, value);
  if (spot.wrong.first !== undefined) throw spot.wrong.first;
  return decoded;
}

/** Goes on without the value, unless that ends all. */
function leaveOut({ ofValue, wrong }: Spot, error: () => DecodeError): undefined {
  if (ofValue) throw error();
  wrong.first ??= error();
}

function decodeValue(spot: Spot, into: unknown, value: Exact): unknown {
  if (spot.depth > maxValueDepth) throw new DecodeError("object", "exceeded max depth");
  const { schema } = spot;
  switch (schema.type) {
    case "struct":
      return decodeStruct(spot, schema, into, value);
    case "list":
      return decodeList(spot, schema, into, value);
    case "map":
      return decodeMap(spot, schema, into, value);
    case "any":
    case "json":
    case "rawExtension":
    case "fieldsV1":
      return toJson(value);
    case "schemaOrBool":
    case "schemaOrList":
    case "schemaOrStrings":
      return decodeVariant(spot, schema, value);
    default:
      return decodeScalar(spot, value);
  }
}

function decodeStruct(spot: Spot, struct: StructSchema, into: unknown, value: Exact): unknown {
  if (value === null) return into;
  if (!isExactObject(value)) return leaveOut(spot, () => wrongType(spot, value));
  const object = isMembers(into) ? into : {};
  const seen = new Set<string>();
  for (const [name, member] of orderedMembers(spot, struct, value)) {
    const field = struct.byName.get(name);
    if (field === undefined) {
      spot.strict.unknownField(pathOf({ parent: spot.place, step: name }, spot.prefix));
      continue;
    }
    const place: FieldPath = { parent: spot.place, step: { owner: struct, field } };
    if (seen.has(name)) spot.strict.duplicateField(pathOf(place, spot.prefix));
    seen.add(name);
    const within: Spot = { ...spot, schema: field.schema, typeName: typeNameOf(field), place, depth: spot.depth + 1 };
    object[name] = decodeField(within, field, object[name], member);
  }
  return object;
}

function orderedMembers(
  { ofValue }: Spot,
  { fields }: StructSchema,
  value: Exclude<Exact, null> & object,
): readonly (readonly [string, Exact])[] {
  const [names, values] = membersOf(value);
  const members = names.map((name, i) => [name, values[i] as Exact] as const);
  if (!ofValue) return members;
  const place = new Map(fields.map(({ name }, i) => [name, i]));
  return members.sort(([a], [b]) => (place.get(a) ?? fields.length) - (place.get(b) ?? fields.length));
}

function decodeField(spot: Spot, field: Field, into: unknown, value: Exact): unknown {
  if (value !== null) return decodeValue(spot, into, value);
  const pointer = field.presence === "explicit" || field.presence === "explicitAlways";
  return pointer || !keepsOverNull.has(field.schema.type) ? undefined : into;
}

/** Types of which null changes nothing; others become unset by it. */
const keepsOverNull: ReadonlySet<Schema["type"]> = new Set<Schema["type"]>([
  "struct",
  "string",
  "integer",
  "number",
  "boolean",
]);

function decodeList(spot: Spot, schema: ListSchema, into: unknown, value: Exact): unknown {
  if (!Array.isArray(value)) return leaveOut(spot, () => wrongType(spot, value));
  const old = Array.isArray(into) ? (into as readonly unknown[]) : [];
  return value.map((item: Exact, i) => decodeCborExact(itemOf(spot, schema.items, i), old[i], item));
}

function decodeMap(spot: Spot, schema: MapSchema, into: unknown, value: Exact): unknown {
  if (!isExactObject(value)) return leaveOut(spot, () => wrongType(spot, value));
  const map = isMembers(into) ? into : {};
  const seen = new Set<string>();
  const [keys, values] = membersOf(value);
  keys.forEach((key, i) => {
    const within = itemOf(spot, schema.values, key);
    if (seen.has(key)) spot.strict.duplicateField(pathOf(within.place, spot.prefix));
    seen.add(key);
    // A value is always a new one, whatever the key had; but null leaves a string what it was.
    const old = Object.hasOwn(map, key) && values[i] === null ? map[key] : undefined;
    setMember(map, key, decodeCborExact(within, old, values[i] as Exact));
  });
  return map;
}

function itemOf(spot: Spot, schema: Schema, step: string | number): Spot {
  const typeName = elementTypeName(spot.typeName, schema);
  return { ...spot, schema, typeName, place: { parent: spot.place, step }, depth: spot.depth + 1 };
}

function decodeCborExact(spot: Spot, into: unknown, value: Exact): unknown {
  if (value === null) return (keepsOverNull.has(spot.schema.type) ? into : undefined) ?? null;
  return decodeValue(spot, into, value);
}

/**
 * What is neither a schema nor the other thing counts as unset; within it nothing is told but wrong
 * types.
 */
function decodeVariant(spot: Spot, schema: SpecialSchema, value: Exact): unknown {
  const struct = variantOf(schema);
  const within: Spot = { ...spot, schema: struct, typeName: "v1.JSONSchemaProps", strict: noStrictErrors };
  const one = (item: Exact): unknown => atThisPlace(spot, () => decodeRoot({ ...within, wrong: {} }, item));
  if (schema.type === "schemaOrBool") {
    if (typeof value === "boolean") return value;
    if (!isExactObject(value)) throw new DecodeError("object", "boolean or JSON schema expected");
    return one(value);
  }
  if (isExactObject(value)) return one(value);
  if (!Array.isArray(value)) return undefined;
  if (schema.type === "schemaOrList") return value.map(one);
  return value.map((item: Exact) => {
    if (typeof item !== "string") throw wrongType({ ...spot, typeName: "string" }, item);
    return item;
  });
}

/** Errors within a value that decodes itself name the value's place, not their own. */
function atThisPlace(spot: Spot, run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof WrongType)) throw error;
    throw new WrongType(spot.place, error.what, error.typeName, error.ofValue);
  }
}

function decodeScalar(spot: Spot, value: Exact): unknown {
  const { schema } = spot;
  switch (schema.type) {
    case "quantity":
      return decodeQuantity(value);
    case "time":
    case "microTime": {
      if (typeof value !== "string") throw wrongType(spot, value);
      const time = readTime(value, schema.type === "time" ? "seconds" : "micros");
      if (!time.ok) throw new DecodeError("object", time.why);
      return value;
    }
    case "duration":
      if (typeof value !== "string") throw wrongType(spot, value);
      if (parseDuration(value) === undefined)
        throw new DecodeError("object", `time: invalid duration ${JSON.stringify(value)}`);
      return value;
    case "bytes":
      return decodeBytes(spot, value);
    case "number":
      return decodeNumber(spot, value);
    default: {
      const plain = value instanceof NumberText ? integerText(value) : value;
      const cut = spot.ofValue && schema.type === "integer" ? cutInteger(plain, schema.format) : undefined;
      if (cut !== undefined) return cut;
      if (normalizeScalar(schema)(plain, { members: 0 }) !== mismatch) return plain;
      const error = (): DecodeError => wrongType(spot, value, exactNumber(spot, value));
      if (schema.type === "intOrString") throw error();
      return leaveOut(spot, error);
    }
  }
}

/** Numbers count as they are spelled: `1e3` and `1000` are different formats of one amount. */
function decodeQuantity(value: Exact): unknown {
  const text = value instanceof NumberText ? value.text : value;
  if (normalizeScalar({ type: "quantity" })(text, { members: 0 }) === mismatch)
    throw new DecodeError("object", quantityProblem(String(text)));
  return text;
}

function decodeNumber(spot: Spot, value: Exact): unknown {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (!(value instanceof NumberText)) return leaveOut(spot, () => wrongType(spot, value));
  if (!Number.isFinite(Number(value.text))) return leaveOut(spot, () => wrongType(spot, value, true));
  return Number(value.text);
}

/** Bytes may also be given as a list of numbers. */
function decodeBytes(spot: Spot, value: Exact): unknown {
  if (typeof value === "string") {
    const at = base64Error(value);
    if (at !== undefined) {
      const why = `illegal base64 data at input byte ${at}`;
      return leaveOut(spot, () => new DecodeError("object", why, `error decoding from json: ${why}`));
    }
    return value;
  }
  if (!Array.isArray(value)) return leaveOut(spot, () => wrongType(spot, value));
  const bytes = value.map((item: Exact) => {
    if (item === null) return 0;
    const byte = typeof item === "number" ? item : -1;
    if (byte >= 0 && byte <= 255) return byte;
    leaveOut(spot, () => wrongType({ ...spot, typeName: "uint8" }, item, true));
    return 0;
  });
  return Buffer.from(bytes).toString("base64");
}

/** A value of a type that the field does not take. */
class WrongType extends DecodeError {
  readonly what: string;
  readonly typeName: string;
  constructor(place: FieldPath | undefined, what: string, typeName: string, ofValue: string) {
    super("object", `json: cannot unmarshal ${what} into ${goFieldOf(place)} of type ${typeName}`, ofValue);
    this.what = what;
    this.typeName = typeName;
  }
}

/** @param spelled whether a number is shown: where a number was wanted, but not this one */
function wrongType(spot: Spot, value: Exact, spelled = false): WrongType {
  const what = spelled && isNumber(value) ? `number ${spell(value)}` : kindOf(value);
  return new WrongType(spot.place, what, spot.typeName, cannotRestore(spot, what, goKindOf(value)));
}

/** Types that read themselves, and know nothing of their place. */
const selfReading: ReadonlySet<Schema["type"]> = new Set<Schema["type"]>(["intOrString", "time", "microTime"]);

function cannotRestore({ schema, schema: { type }, typeName }: Spot, what: string, kind: string): string {
  const ofItself = selfReading.has(type) || (type === "integer" && kind === "int64");
  if (ofItself) return `json: cannot unmarshal ${what} into Go value of type ${typeName}`;
  if (type === "struct") return `cannot restore struct from: ${kind}`;
  if (type === "map") return `cannot restore map from ${kind}`;
  if (typeName.startsWith("[]")) return `cannot restore slice from ${kind}`;
  const convertible = (type === "string" && kind === "int64") || (type === "integer" && kind === "float64");
  return convertible ? `cannot convert ${kind} to ${typeName}` : `unrecognized type: ${plainTypeName(schema)}`;
}

function goKindOf(value: Exact): string {
  if (isNumber(value)) return /^-?\d+$/.test(spell(value)) ? "int64" : "float64";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "slice" : "map";
}

function exactNumber({ schema }: Spot, value: Exact): boolean {
  return (schema.type === "integer" || schema.type === "intOrString") && isNumber(value);
}

/** The integer that the text writes, or the text where it is none. */
function integerText(value: NumberText): Exact {
  return /^-?\d+$/.test(value.text) ? numberOf(value.text) : value;
}

function spell(value: Exact): string {
  return value instanceof NumberText ? value.text : String(value);
}

function isNumber(value: Exact): boolean {
  return typeof value === "number" || typeof value === "bigint" || value instanceof NumberText;
}

function kindOf(value: Exact): string {
  if (isNumber(value)) return "number";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "array" : value === null ? "null" : "object";
}

function isExactObject(value: Exact): value is Exclude<Exact, null> & object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return value instanceof ExactObject || !(value instanceof NumberText);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
