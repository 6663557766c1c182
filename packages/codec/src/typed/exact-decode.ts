/**
 * Decodes like Go, value by value into existing values: repeated members merge, lists overwrite
 * their previous items, null leaves scalars unchanged. Slower than `normalize.ts`, which only finds
 * that a value does not fit; used for values that it rejects, and for text with duplicates or with
 * numbers beyond a double.
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
import { mismatch, normalizeScalar, truncateInteger } from "./scalars.ts";
import { readTime } from "./time.ts";
import { elementTypeName, plainTypeName, typeNameOf } from "./type-name.ts";

interface ExactDecodeOptions {
  readonly strict: StrictErrors;
  /** Prefix of the paths in strict errors: `metadata`, where only metadata is decoded. */
  readonly prefix?: string;
  /** The root's type name in messages. */
  readonly typeName: string;
  /**
   * True to decode a converted value, such as the result of a patch, rather than text. Then fields
   * are read in declared order, the first mismatch ends decoding, and integers beyond their type
   * are truncated. Text is read in written order: mismatches are skipped and reported at the end,
   * except for types with their own parser, whose errors end decoding.
   * @default false
   */
  readonly ofValue?: boolean;
}

/** The target of a value within the object. */
interface Target<S extends Schema = Schema> {
  readonly schema: S;
  readonly typeName: string;
  readonly path: FieldPath | undefined;
  readonly depth: number;
  readonly strict: StrictErrors;
  readonly prefix: string;
  readonly ofValue: boolean;
  /** The first error of text that did not end decoding. */
  readonly wrong: { first?: DecodeError };
}

type Members = Record<string, unknown>;

/** Decodes a struct. @throws {DecodeError} of stage `object` */
export function decodeExact(struct: StructSchema, value: Exact, options: ExactDecodeOptions): Members {
  const { strict, typeName, prefix = "", ofValue = false } = options;
  const target: Target = { schema: struct, typeName, path: undefined, depth: 0, strict, prefix, ofValue, wrong: {} };
  return (decodeRoot(target, value) ?? {}) as Members;
}

/** @throws {DecodeError} for any mismatch */
function decodeRoot(target: Target, value: Exact): unknown {
  const decoded = decodeValue(target, undefined, value);
  if (target.wrong.first !== undefined) throw target.wrong.first;
  return decoded;
}

/** Skips the value, or ends decoding. */
function leaveOut({ ofValue, wrong }: Target, error: () => DecodeError): undefined {
  if (ofValue) throw error();
  wrong.first ??= error();
}

function decodeValue(target: Target, into: unknown, value: Exact): unknown {
  if (target.depth > maxValueDepth) throw new DecodeError("object", "exceeded max depth");
  const { schema } = target;
  switch (schema.type) {
    case "struct":
      return decodeStruct(target as Target<StructSchema>, into, value);
    case "list":
      return decodeList(target as Target<ListSchema>, into, value);
    case "map":
      return decodeMap(target as Target<MapSchema>, into, value);
    case "any":
    case "json":
    case "rawExtension":
    case "fieldsV1":
      return toJson(value);
    case "schemaOrBool":
    case "schemaOrList":
    case "schemaOrStrings":
      return decodeVariant(target, schema, value);
    default:
      return decodeScalar(target, value);
  }
}

function decodeStruct(target: Target<StructSchema>, into: unknown, value: Exact): unknown {
  const struct = target.schema;
  if (value === null) return into;
  if (!isExactObject(value)) return leaveOut(target, () => wrongType(target, value));
  const object = isMembers(into) ? into : {};
  const seen = new Set<string>();
  for (const [name, member] of orderedMembers(target, value)) {
    const field = struct.byName.get(name);
    if (field === undefined) {
      target.strict.unknownField(pathOf({ parent: target.path, step: name }, target.prefix));
      continue;
    }
    const path: FieldPath = { parent: target.path, step: { owner: struct, field } };
    if (seen.has(name)) target.strict.duplicateField(pathOf(path, target.prefix));
    seen.add(name);
    const within: Target = {
      ...target,
      schema: field.schema,
      typeName: typeNameOf(field),
      path,
      depth: target.depth + 1,
    };
    object[name] = member === null ? overNull(field, object[name]) : decodeValue(within, object[name], member);
  }
  return object;
}

function orderedMembers(
  { ofValue, schema: { fields } }: Target<StructSchema>,
  value: Exclude<Exact, null> & object,
): readonly (readonly [string, Exact])[] {
  const [names, values] = membersOf(value);
  const members = names.map((name, i) => [name, values[i] as Exact] as const);
  if (!ofValue) return members;
  const position = new Map(fields.map(({ name }, i) => [name, i]));
  return members.sort(([a], [b]) => (position.get(a) ?? fields.length) - (position.get(b) ?? fields.length));
}

/** The value of a field after null was read. */
function overNull({ presence, schema }: Field, into: unknown): unknown {
  const pointer = presence === "explicit" || presence === "explicitAlways";
  return pointer || !keepsOverNull.has(schema.type) ? undefined : into;
}

/** Types whose value null leaves unchanged; other types become unset. */
const keepsOverNull: ReadonlySet<Schema["type"]> = new Set<Schema["type"]>([
  "struct",
  "string",
  "integer",
  "number",
  "boolean",
]);

function decodeList(target: Target<ListSchema>, into: unknown, value: Exact): unknown {
  if (!Array.isArray(value)) return leaveOut(target, () => wrongType(target, value));
  const old = Array.isArray(into) ? (into as readonly unknown[]) : [];
  return value.map((item: Exact, i) => decodeItem(itemOf(target, target.schema.items, i), old[i], item));
}

function decodeMap(target: Target<MapSchema>, into: unknown, value: Exact): unknown {
  if (!isExactObject(value)) return leaveOut(target, () => wrongType(target, value));
  const map = isMembers(into) ? into : {};
  const seen = new Set<string>();
  const [keys, values] = membersOf(value);
  keys.forEach((key, i) => {
    const within = itemOf(target, target.schema.values, key);
    if (seen.has(key)) target.strict.duplicateField(pathOf(within.path, target.prefix));
    seen.add(key);
    // Map values are always decoded anew, except that null keeps a string.
    const old = Object.hasOwn(map, key) && values[i] === null ? map[key] : undefined;
    setMember(map, key, decodeItem(within, old, values[i] as Exact));
  });
  return map;
}

function itemOf(target: Target, schema: Schema, step: string | number): Target {
  const typeName = elementTypeName(target.typeName, schema);
  return { ...target, schema, typeName, path: { parent: target.path, step }, depth: target.depth + 1 };
}

function decodeItem(target: Target, into: unknown, value: Exact): unknown {
  if (value === null) return (keepsOverNull.has(target.schema.type) ? into : undefined) ?? null;
  return decodeValue(target, into, value);
}

/**
 * A value that is neither a schema nor the alternative counts as unset; within it only type errors
 * are reported.
 */
function decodeVariant(target: Target, schema: SpecialSchema, value: Exact): unknown {
  const struct = variantOf(schema);
  // A schema within a schema takes twice the stack of a field.
  const depth = target.depth + 1;
  const within: Target = { ...target, schema: struct, typeName: "v1.JSONSchemaProps", strict: noStrictErrors, depth };
  const one = (item: Exact): unknown => atThisPath(target, () => decodeRoot({ ...within, wrong: {} }, item));
  if (schema.type === "schemaOrBool") {
    if (typeof value === "boolean") return value;
    if (!isExactObject(value)) throw new DecodeError("object", "boolean or JSON schema expected");
    return one(value);
  }
  if (isExactObject(value)) return one(value);
  if (!Array.isArray(value)) return undefined;
  if (schema.type === "schemaOrList") return value.map(one);
  return value.map((item: Exact) => {
    if (typeof item !== "string") throw wrongType({ ...target, typeName: "string" }, item);
    return item;
  });
}

/** Errors within a value with its own parser are reported at the path of the value. */
function atThisPath(target: Target, run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof WrongType)) throw error;
    throw new WrongType({ path: target.path, what: error.what, typeName: error.typeName }, error.ofValue);
  }
}

function decodeScalar(target: Target, value: Exact): unknown {
  const { schema } = target;
  switch (schema.type) {
    case "quantity":
      return decodeQuantity(value);
    case "time":
    case "microTime": {
      if (typeof value !== "string") throw wrongType(target, value);
      const time = readTime(value, schema.type === "time" ? "seconds" : "micros");
      if (!time.ok) throw new DecodeError("object", time.why);
      return value;
    }
    case "duration":
      if (typeof value !== "string") throw wrongType(target, value);
      if (parseDuration(value) === undefined)
        throw new DecodeError("object", `time: invalid duration ${JSON.stringify(value)}`);
      return value;
    case "bytes":
      return decodeBytes(target, value);
    case "number":
      return decodeNumber(target, value);
    default: {
      const plain = value instanceof NumberText ? integerText(value) : value;
      const truncated = target.ofValue && schema.type === "integer" ? truncateInteger(plain, schema.format) : undefined;
      if (truncated !== undefined) return truncated;
      if (normalizeScalar(schema)(plain, { members: 0 }) !== mismatch) return plain;
      const error = (): DecodeError => wrongType(target, value, exactNumber(target, value));
      if (schema.type === "intOrString") throw error();
      return leaveOut(target, error);
    }
  }
}

/** Numbers keep their spelling: `1e3` and `1000` are different formats of one amount. */
function decodeQuantity(value: Exact): unknown {
  const text = value instanceof NumberText ? value.text : value;
  if (normalizeScalar({ type: "quantity" })(text, { members: 0 }) === mismatch)
    throw new DecodeError("object", quantityProblem(String(text)));
  return text;
}

function decodeNumber(target: Target, value: Exact): unknown {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (!(value instanceof NumberText)) return leaveOut(target, () => wrongType(target, value));
  if (!Number.isFinite(Number(value.text))) return leaveOut(target, () => wrongType(target, value, true));
  return Number(value.text);
}

/** A list of numbers is accepted as well. */
function decodeBytes(target: Target, value: Exact): unknown {
  if (typeof value === "string") {
    const at = base64Error(value);
    if (at !== undefined) {
      const why = `illegal base64 data at input byte ${at}`;
      return leaveOut(target, () => new DecodeError("object", why, { ofValue: `error decoding from json: ${why}` }));
    }
    return value;
  }
  if (!Array.isArray(value)) return leaveOut(target, () => wrongType(target, value));
  const bytes = value.map((item: Exact) => {
    if (item === null) return 0;
    const byte = typeof item === "number" ? item : -1;
    if (byte >= 0 && byte <= 255) return byte;
    leaveOut(target, () => wrongType({ ...target, typeName: "uint8" }, item, true));
    return 0;
  });
  return Buffer.from(bytes).toString("base64");
}

interface Mismatch {
  readonly path: FieldPath | undefined;
  /** The kind of the value. */
  readonly what: string;
  /** The type of the field. */
  readonly typeName: string;
}

/** A value of a type that the field does not accept. */
class WrongType extends DecodeError {
  readonly what: string;
  readonly typeName: string;
  constructor({ path, what, typeName }: Mismatch, ofValue: string) {
    super("object", `json: cannot unmarshal ${what} into ${goFieldOf(path)} of type ${typeName}`, { ofValue });
    this.what = what;
    this.typeName = typeName;
  }
}

/** @param spelled true to print the number: the type is right, but the value is out of range */
function wrongType(target: Target, value: Exact, spelled = false): WrongType {
  const what = spelled && isNumber(value) ? `number ${spell(value)}` : kindOf(value);
  return new WrongType(
    { path: target.path, what, typeName: target.typeName },
    cannotRestore(target, what, goKindOf(value)),
  );
}

/** Types with their own parser, whose errors have no path. */
const selfReading: ReadonlySet<Schema["type"]> = new Set<Schema["type"]>(["intOrString", "time", "microTime"]);

function cannotRestore({ schema, schema: { type }, typeName }: Target, what: string, kind: string): string {
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

function exactNumber({ schema }: Target, value: Exact): boolean {
  return (schema.type === "integer" || schema.type === "intOrString") && isNumber(value);
}

/** The integer in the text, or the text itself for other numbers. */
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
