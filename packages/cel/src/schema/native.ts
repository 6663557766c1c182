import type { FieldType, NativeField, NativeType } from "../declarations/native-type.ts";
import type { ObjectTypeInfo } from "../declarations/scope.ts";
import { dynType, listOf, mapOf, objectType, type Type } from "../declarations/types.ts";
import { MapView, type ObjectShape, ObjectValue } from "../values/map.ts";
import { isPlainObject } from "../values/plain.ts";
import { parseDate, parseDuration, parseTimestamp, Timestamp } from "../values/time.ts";
import { jsonTypeOf, unlikeData, unlikeList, unlikeMap } from "../values/unlike-data.ts";
import {
  bigIntValue,
  CelError,
  doubleValue,
  type ListSemantics,
  ListValue,
  uintValue,
  type Value,
} from "../values/value.ts";
import { localTimeProblem } from "./local-time-problem.ts";

const plain: (raw: Value) => Value = (raw) => raw;

const scalarAdapters: ReadonlyMap<string, (raw: Value) => Value> = new Map(
  Object.entries<(raw: Value) => Value>({
    int: (raw) =>
      typeof raw === "number" ? adaptInt(raw) : typeof raw === "bigint" ? bigIntValue(raw) : unlikeScalar(raw, "int"),
    uint: (raw) => (typeof raw === "number" || typeof raw === "bigint" ? uintValue(raw) : raw),
    double: (raw) => (typeof raw === "number" ? doubleValue(raw) : unlikeScalar(raw, "float")),
    string: (raw) => (typeof raw === "string" ? raw : unlikeScalar(raw, "string")),
    bool: (raw) => (typeof raw === "boolean" ? raw : unlikeScalar(raw, "bool")),
    timestamp: adaptTimestamp,
    duration: (raw) => (typeof raw === "string" ? adaptDuration(raw) : unlikeScalar(raw, "string")),
    bytes: adaptBytes,
  }),
);

function adaptInt(raw: number): Value {
  if (Number.isSafeInteger(raw)) return raw + 0;
  return Number.isInteger(raw) ? BigInt(raw) : unlikeScalar(raw, "int");
}

function adaptTimestamp(raw: Value): Value {
  if (raw instanceof Date) {
    const ms = raw.getTime();
    return new Timestamp(Math.floor(ms / 1000), (((ms % 1000) + 1000) % 1000) * 1_000_000);
  }
  if (typeof raw !== "string") return unlikeScalar(raw, "string");
  return (
    parseTimestamp(raw) ??
    parseDate(raw) ??
    new CelError(`Invalid date-time formatted string ${raw}: ${localTimeProblem(raw)}`)
  );
}

function adaptDuration(raw: string): Value {
  return parseDuration(raw) ?? new CelError(`Invalid duration ${raw}: unable to parse ${raw} as duration`);
}

function adaptBytes(raw: Value): Value {
  if (typeof raw !== "string") return unlikeScalar(raw, "string");
  try {
    return Uint8Array.from(atob(raw), (c) => c.charCodeAt(0));
  } catch {
    const wrong = raw.search(/[^A-Za-z0-9+/]/);
    const at = wrong < 0 ? raw.length : wrong;
    return new CelError(`Invalid byte formatted string ${raw}: illegal base64 data at input byte ${at}`);
  }
}

/**
 * The error of data of another type than its schema has, such as data that was stored before the
 * schema changed; null and values of expressions are returned as they are.
 */
function unlikeScalar(raw: Value, expected: "bool" | "int" | "float" | "string"): Value {
  const type = jsonTypeOf(raw);
  return type === undefined ? raw : new CelError(`invalid data, expected ${expected}, got ${type}`);
}

/** The type of integers and text, whichever a value is. */
export function nativeIntOrString(maxSize: number): NativeType {
  return { type: dynType, adapt: adaptIntOrString, maxSize };
}

function adaptIntOrString(raw: Value): Value {
  if (typeof raw === "string") return raw;
  if (Number.isInteger(raw)) return adaptInt(raw as number);
  return unlikeData(raw, "expected XIntOrString value to be either a string or integer");
}

/** A type without parts. */
export function nativeScalar(type: Type, maxSize?: number): NativeType {
  return { type, adapt: scalarAdapters.get(type.kind), maxSize };
}

/**
 * Creates the type of JavaScript arrays of `element`; `semantics` gives lists of sets and maps
 * their equality and concatenation.
 */
export function nativeList(element: NativeType, maxSize?: number, semantics?: ListSemantics): NativeType {
  const { adapt = plain } = element;
  const isView = element.adapt !== undefined || semantics !== undefined;
  return {
    type: listOf(element.type),
    element,
    maxSize,
    adapt: isView
      ? (raw) => (Array.isArray(raw) ? new ListValue(raw.length, (i) => adapt(raw[i]), { semantics }) : unlikeList(raw))
      : undefined,
  };
}

/** Creates the type of plain objects that are maps from `key` to `element`. */
export function nativeMap(key: Type, element: NativeType, maxSize?: number): NativeType {
  const { adapt } = element;
  return {
    type: mapOf(key, element.type),
    element,
    maxSize,
    adapt: adapt && ((raw) => (isPlainObject(raw) ? new MapView(raw, adapt) : unlikeMap(raw))),
  };
}

/**
 * An object with declared fields; its fields are read one by one where an expression names them.
 */
export function nativeObject(name: string, declared: ReadonlyMap<string, NativeField>, maxSize?: number): NativeType {
  const fields = withAliases(declared);
  const readers = [...declared].map(([field, { property, native }]) => ({
    field,
    property,
    read: reader(property, native),
  }));
  const shape: ObjectShape = {
    name,
    fields: new Map(readers.map(({ field, read }) => [field, { read }])),
    properties: new Map(
      readers.flatMap(({ field, property, read }) => (field === property ? [] : [[property, { read }]])),
    ),
  };
  return {
    type: objectType(name),
    fields,
    maxSize,
    adapt: (raw) => (isPlainObject(raw) ? new ObjectValue(shape, raw) : unlikeMap(raw)),
  };
}

/** An object type whose fields are declared one by one. */
export interface GrowingObject {
  readonly native: NativeType;
  /** Expressions that are compiled later may use the field. */
  declare(field: string, native: NativeType): void;
}

/**
 * Creates an object type without fields. An environment with this type has each field from its
 * declaration on, without being extended, so that the cost of many fields stays linear. Fields are
 * scalars, or have types of the environment; their values may be null.
 */
export function growingObject(name: string): GrowingObject {
  const fields = new Map<string, NativeField>();
  const fieldTypes = new Map<string, FieldType>();
  const readers = new Map<string, { readonly read: ReturnType<typeof reader> }>();
  const shape: ObjectShape = { name, fields: readers };
  return {
    native: {
      type: objectType(name),
      fields,
      fieldTypes,
      adapt: (raw) => (isPlainObject(raw) ? new ObjectValue(shape, raw) : raw),
    },
    declare: (field, native) => {
      fields.set(field, { property: field, native, nullable: true });
      fieldTypes.set(field, { type: native.type, native });
      readers.set(field, { read: nullableReader(field, native) });
    },
  };
}

const literalWords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** After a dot most reserved words need no escape. */
function withAliases(declared: ReadonlyMap<string, NativeField>): ReadonlyMap<string, NativeField> {
  const fields = new Map(declared);
  for (const [name, field] of declared) {
    if (name === `__${field.property}__` && !literalWords.has(field.property)) fields.set(field.property, field);
  }
  return fields;
}

type Reader = (raw: Readonly<Record<string, Value>>) => Value | undefined;

/** A null of a typed field is none. */
function reader(property: string, native: NativeType): Reader {
  const read = nullableReader(property, native);
  return (raw) => read(raw) ?? undefined;
}

function nullableReader(property: string, { adapt }: NativeType): Reader {
  return (raw) => {
    if (!Object.hasOwn(raw, property)) return undefined;
    const v = raw[property];
    return v === undefined || v === null || adapt === undefined ? v : adapt(v);
  };
}

/**
 * The native form of a type without declared sizes; undefined where JavaScript data is CEL data
 * already.
 */
export function nativeOf(type: Type): NativeType | undefined {
  if (scalarAdapters.get(type.kind)) return nativeScalar(type);
  if (type.kind === "list") {
    const element = nativeOf(type.params[0]!);
    return element && nativeList(element);
  }
  if (type.kind === "map" && type.params[0]!.kind === "string") {
    const element = nativeOf(type.params[1]!);
    return element && nativeMap(type.params[0]!, element);
  }
  return undefined;
}

/** Every object type that a declared type consists of. */
export function objectTypesOf(
  native: NativeType,
  found: Map<string, ObjectTypeInfo> = new Map(),
): Map<string, ObjectTypeInfo> {
  if (native.fields && !found.has(native.type.name)) {
    const fields = new Map<string, FieldType>();
    found.set(native.type.name, { name: native.type.name, fields: native.fieldTypes ?? fields });
    if (native.fieldTypes !== undefined) return found;
    for (const [name, field] of native.fields) {
      fields.set(name, { type: field.native.type, native: field.native });
      objectTypesOf(field.native, found);
    }
  }
  if (native.element) objectTypesOf(native.element, found);
  return found;
}
