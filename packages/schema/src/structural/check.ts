import { quote } from "@svc/base";
import { compileRegex, compileWork, type Regex } from "@svc/base/regex";
import { type DisplayValue, displaySupported, type JsonValue } from "@svc/meta";
import type { Field, Schema, StructSchema, Validations, ValueSchema } from "../schema.ts";
import { type FormatCheck, formatCheck } from "./formats.ts";
import { jsonKey } from "./json-equal.ts";

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** A pattern of texts. */
export interface Pattern {
  readonly text: string;
  /** Units of work that its first use costs. */
  readonly compileWork: number;
  readonly isCompiled: () => boolean;
  /** Compiled when it is first used. @throws {TypeError} for an invalid pattern */
  readonly regex: () => Regex;
}

/** The values that a field may have. */
export interface Enumeration {
  /** By `jsonKey`; null is never one of them. */
  readonly keys: ReadonlySet<string>;
  /** All of them, as errors show them. */
  readonly supported: DisplayValue;
}

/**
 * A compiled schema: typed schemas and the branches of alternatives in one form, with compiled
 * patterns.
 */
export interface Check {
  /** Any when absent. */
  readonly types?: readonly JsonType[];
  readonly nullable: boolean;
  readonly format?: { readonly name: string; readonly check: FormatCheck };
  readonly pattern?: Pattern;
  readonly enumeration?: Enumeration;
  readonly validations: Validations;
  readonly required: readonly string[];
  readonly fields?: ReadonlyMap<string, Check>;
  readonly values?: Check;
  readonly items?: Check;
  /** The fields that identify an item of an associative list. */
  readonly itemKeys?: readonly string[];
  readonly allOf: readonly Check[];
  readonly anyOf: readonly Check[];
  readonly oneOf: readonly Check[];
  readonly not?: Check;
}

/**
 * Compiles the schema of an object, and each nested schema once; patterns when they are first
 * used.
 */
export function compileObject(schema: StructSchema): Check {
  const known = new Map<Schema, Check>();
  const patterns: Patterns = new Map();
  const compile = (schema: Schema): Check => {
    const made = known.get(schema);
    if (made !== undefined) return made;
    // Schemas may be recursive: the check is registered before its parts are compiled.
    const check: Mutable<Check> = { nullable: schema.nullable === true, ...parts(validationsOf(schema), patterns) };
    known.set(schema, check);
    Object.assign(check, shapeOf(schema, compile));
    return check;
  };
  return { ...compile(schema), ...structShape(schema, compile, true) };
}

function validationsOf(schema: Schema): Validations {
  const { validations = {} } = schema;
  return schema.type === "string" && schema.enum !== undefined ? { enum: schema.enum, ...validations } : validations;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Parts = Pick<Check, "validations" | "required" | "allOf" | "anyOf" | "oneOf" | "not" | "pattern" | "enumeration">;

/** By their texts: what a schema repeats is compiled once. */
type Patterns = Map<string, Pattern>;

function parts(validations: Validations, patterns: Patterns): Parts {
  const { pattern, enum: values, not, allOf = [], anyOf = [], oneOf = [], required = [] } = validations;
  const branch = (schema: ValueSchema): Check => compileBranch(schema, patterns);
  return {
    validations,
    required,
    allOf: allOf.map(branch),
    anyOf: anyOf.map(branch),
    oneOf: oneOf.map(branch),
    ...(not === undefined ? {} : { not: branch(not) }),
    ...(pattern === undefined ? {} : { pattern: patternOf(pattern, patterns) }),
    ...(values === undefined ? {} : { enumeration: enumerationOf(values) }),
  };
}

function enumerationOf(values: readonly JsonValue[]): Enumeration {
  return {
    keys: new Set(values.filter((value) => value !== null).map(jsonKey)),
    supported: displaySupported(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)))),
  };
}

/** Patterns come from users: they run in an engine that takes linear time. */
function patternOf(text: string, patterns: Patterns): Pattern {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  let compiled: Regex | undefined;
  const pattern: Pattern = {
    text,
    compileWork: compileWork(text),
    isCompiled: () => compiled !== undefined,
    regex: () => {
      try {
        return (compiled ??= compileRegex(text));
      } catch (error) {
        throw new TypeError(`not a pattern: ${quote(text)}`, { cause: error });
      }
    },
  };
  patterns.set(text, pattern);
  return pattern;
}

function compileBranch(schema: ValueSchema, patterns: Patterns): Check {
  const { type, format, properties, additionalProperties, items } = schema;
  return {
    ...parts(schema, patterns),
    ...(type === undefined ? {} : { types: typesOf(type) }),
    nullable: false,
    ...formatOf(format),
    ...(properties === undefined
      ? {}
      : { fields: new Map(Object.entries(properties).map(([name, value]) => [name, compileBranch(value, patterns)])) }),
    ...(additionalProperties === undefined ? {} : { values: compileBranch(additionalProperties, patterns) }),
    ...(items === undefined ? {} : { items: compileBranch(items, patterns) }),
  };
}

function typesOf(type: string): readonly JsonType[] {
  // Every integer is a number.
  return type === "number" ? ["number", "integer"] : [type as JsonType];
}

function formatOf(name: string | undefined): Pick<Check, "format"> {
  const check = name === undefined ? undefined : formatCheck(name);
  return name === undefined || check === undefined ? {} : { format: { name, check } };
}

type Shape = Partial<Omit<Check, keyof Parts | "nullable">> & { readonly required?: readonly string[] };

function shapeOf(schema: Schema, compile: (schema: Schema) => Check): Shape {
  switch (schema.type) {
    case "string":
      return { types: ["string"], ...formatOf(schema.format) };
    case "integer":
      return { types: ["integer"] };
    case "number":
      return { types: typesOf("number") };
    case "boolean":
      return { types: ["boolean"] };
    case "bytes":
      return { types: ["string"], ...formatOf("byte") };
    case "list":
      return {
        types: ["array"],
        items: compile(schema.items),
        ...(schema.listType === "map" && schema.keys !== undefined ? { itemKeys: schema.keys } : {}),
      };
    case "map":
      return { types: ["object"], values: compile(schema.values) };
    case "struct":
      return structShape(schema, compile, schema.embeddedObject === true);
    case "quantity":
      return { types: ["string", "number", "integer"] };
    case "intOrString":
      return { types: ["integer", "string"] };
    case "time":
    case "microTime":
      return { types: ["string"], ...formatOf("date-time") };
    case "duration":
      return { types: ["string"] };
    case "rawExtension":
    case "fieldsV1":
      return { types: ["object"] };
    default:
      return {};
  }
}

function structShape(struct: StructSchema, compile: (schema: Schema) => Check, isObject: boolean): Shape {
  const requiredFields = struct.fields.filter((f) => f.required === true).map((f) => f.name);
  const compileField = ({ name, schema }: Field): Check =>
    isObject && name === "metadata" && schema.type === "struct" ? metadataCheck(schema, compile) : compile(schema);
  return {
    types: ["object"],
    fields: new Map(struct.fields.map((f) => [f.name, compileField(f)])),
    required: [...requiredFields, ...(struct.validations?.required ?? [])],
  };
}

/** Metadata is validated elsewhere, except for the constraints of the definition. */
function metadataCheck({ fields }: StructSchema, compile: (schema: Schema) => Check): Check {
  const narrowed = fields.filter((f) => f.schema.type === "string" && f.schema.validations !== undefined);
  return { ...none, fields: new Map(narrowed.map((f) => [f.name, compile(f.schema)])) };
}

const none: Check = { nullable: true, validations: {}, required: [], allOf: [], anyOf: [], oneOf: [] };
