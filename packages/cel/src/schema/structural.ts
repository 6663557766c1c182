import { aBoolean, aNonNegativeNumber, anObject, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { NativeField, NativeType } from "../declarations/native-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  stringType,
  timestampType,
} from "../declarations/types.ts";
import { keyedSemantics, setSemantics } from "./list-semantics.ts";
import { escapeName } from "./names.ts";
import { nativeIntOrString, nativeList, nativeMap, nativeObject, nativeScalar } from "./native.ts";

/**
 * The part of a structural schema that this package reads. Extensions have the prefix that
 * `SchemaTypeOptions` names.
 */
export interface StructuralSchema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  readonly additionalProperties?: boolean | StructuralSchema;
  readonly items?: StructuralSchema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly [extension: string]: unknown;
}

/** Options of making a type from a structural schema. */
export interface SchemaTypeOptions {
  /** The prefix of schema extensions. @default "x-svc-" */
  readonly prefix?: string;
  /** The name of the type; those of its parts begin with it. @default "object" */
  readonly name?: string;
  /**
   * True for a whole resource, which has `apiVersion`, `kind` and a name whatever its schema.
   * @default false
   */
  readonly root?: boolean;
  /** The size that is assumed of values without limits, in bytes. @default 3_145_728 */
  readonly maxBytes?: number;
}

interface Context {
  readonly prefix: string;
  readonly maxBytes: number;
}

const maxStringOf: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ duration: 32, date: 12, "date-time": 32 }),
);
/** Levels of a schema that are looked at: as many as a request body can have. */
const maxDepth = 1_000;

const schemaTypeOptions = optionsOf<SchemaTypeOptions>({
  prefix: optional(aString),
  name: optional(aString),
  root: optional(aBoolean),
  maxBytes: optional(aNonNegativeNumber),
});

/**
 * The type of the values of a schema. It omits unknown fields, properties whose names cannot be
 * escaped, parts without a type and parts below 1,000 levels. Undefined where expressions cannot
 * access any part of the value.
 * @throws {TypeError} for a wrong argument
 */
export function schemaType(schema: StructuralSchema, options: SchemaTypeOptions = {}): NativeType | undefined {
  checkArgument("schemaType: schema", schema, anObject);
  checkArgument("schemaType: options", options, schemaTypeOptions);
  const context = { prefix: options.prefix ?? "x-svc-", maxBytes: options.maxBytes ?? 3_145_728 };
  return typeOf(context, schema, { name: options.name ?? "object", root: options.root ?? false, depth: 0 });
}

/** The place of a schema in its parent. */
interface Position {
  /** Of the type of its values. */
  readonly name: string;
  /** Whether it is that of a whole resource. */
  readonly root: boolean;
  readonly depth: number;
}

function below({ name, depth }: Position, part: string): Position {
  return { name: `${name}.${part}`, root: false, depth: depth + 1 };
}

function typeOf(c: Context, schema: StructuralSchema, at: Position): NativeType | undefined {
  if (at.depth > maxDepth) return undefined;
  if (schema[`${c.prefix}int-or-string`] === true) return nativeIntOrString(c.maxBytes - 2);
  switch (schema.type) {
    case "array":
      return listType(c, schema, at);
    case "object":
      return objectOf(c, schema, at);
    case "string":
      return stringOf(c, schema);
    case "boolean":
      return nativeScalar(boolType, 0);
    case "number":
      return nativeScalar(doubleType, 0);
    case "integer":
      return nativeScalar(intType, 0);
    default:
      return undefined;
  }
}

function listType(c: Context, schema: StructuralSchema, at: Position): NativeType | undefined {
  const element = schema.items && typeOf(c, schema.items, below(at, "@idx"));
  if (!element) return undefined;
  const most = schema.maxItems ?? Math.floor((c.maxBytes - 2) / (minSize(c, schema.items!) + 1));
  const kind = schema[`${c.prefix}list-type`];
  const keys = schema[`${c.prefix}list-map-keys`];
  if (kind === "set") return nativeList(element, most, setSemantics());
  if (kind === "map" && Array.isArray(keys)) return nativeList(element, most, keyedSemantics(keys as string[]));
  return nativeList(element, most);
}

function objectOf(c: Context, schema: StructuralSchema, at: Position): NativeType | undefined {
  const { additionalProperties: values } = schema;
  if (typeof values === "object") {
    const element = typeOf(c, values, below(at, "@elem"));
    const most = schema.maxProperties ?? Math.floor((c.maxBytes - 2) / (minSize(c, values) + 6));
    return element && nativeMap(stringType, element, most);
  }
  const isResource = at.root || schema[`${c.prefix}embedded-resource`] === true;
  const properties = isResource ? withIdentity(schema) : (schema.properties ?? {});
  const fields = new Map<string, NativeField>();
  for (const [property, part] of Object.entries(properties)) {
    const escaped = escapeName(property);
    const native = escaped === undefined ? undefined : typeOf(c, part, below(at, escaped));
    if (native) fields.set(escaped!, { property, native });
  }
  return nativeObject(at.name, fields, 0);
}

const text: StructuralSchema = { type: "string" };

/** The fields of every resource; of its metadata only `name` and `generateName`. */
function withIdentity(schema: StructuralSchema): Readonly<Record<string, StructuralSchema>> {
  const metadata = { type: "object", properties: { name: text, generateName: text } };
  return { ...schema.properties, apiVersion: text, kind: text, metadata };
}

function stringOf(c: Context, schema: StructuralSchema): NativeType {
  const { format, maxLength } = schema;
  if (format === "byte") return nativeScalar(bytesType, maxLength ?? c.maxBytes - 2);
  if (format === "duration") return nativeScalar(durationType, maxStringOf.get(format));
  if (format === "date" || format === "date-time") return nativeScalar(timestampType, maxStringOf.get(format));
  if (schema.enum && schema.enum.length > 0) {
    return nativeScalar(
      stringType,
      schema.enum.reduce<number>((most, v) => Math.max(most, String(v).length), 0),
    );
  }
  // A character takes at most four bytes.
  return nativeScalar(stringType, maxLength === undefined ? c.maxBytes - 2 : maxLength * 4);
}

/** The fewest bytes that a value takes in JSON. */
export function minSize(c: { readonly prefix: string }, schema: StructuralSchema): number {
  if (schema[`${c.prefix}int-or-string`] === true) return 1;
  switch (schema.type) {
    case "boolean":
      return 4;
    case "number":
    case "integer":
      return 1;
    case "string":
      return { date: 12, "date-time": 21, duration: 3 }[schema.format ?? ""] ?? 2;
    case "object":
      return 2 + requiredSize(c, schema);
    default:
      return 2;
  }
}

function requiredSize(c: { readonly prefix: string }, schema: StructuralSchema): number {
  let size = 0;
  for (const name of schema.required ?? []) {
    const part = schema.properties?.[name];
    if (part && part.default === undefined) size += name.length + minSize(c, part) + 4;
  }
  return size;
}
