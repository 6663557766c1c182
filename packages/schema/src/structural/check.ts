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
  readonly texts: ReadonlySet<string>;
  /** Other values by `jsonKey`; null is never one of them. */
  readonly keys: ReadonlySet<string>;
  /** All of them, as errors show them. */
  readonly supported: DisplayValue;
}

type LimitNames =
  | "exclusiveMaximum"
  | "exclusiveMinimum"
  | "maximum"
  | "maxItems"
  | "maxLength"
  | "maxProperties"
  | "minimum"
  | "minItems"
  | "minLength"
  | "minProperties"
  | "multipleOf"
  | "uniqueItems";

/** The bounds of sizes and numbers. */
export type Limits = { readonly [K in LimitNames]: Validations[K] | undefined };

/**
 * A compiled schema: typed schemas and the branches of alternatives in one form, with compiled
 * patterns. All have the same members, so that V8 reads them by one shape.
 */
export interface Check {
  /** Any when absent. */
  readonly types: readonly JsonType[] | undefined;
  readonly nullable: boolean;
  readonly format: { readonly name: string; readonly check: FormatCheck } | undefined;
  readonly pattern: Pattern | undefined;
  readonly enumeration: Enumeration | undefined;
  readonly limits: Limits;
  readonly required: readonly string[];
  readonly fields: ReadonlyMap<string, Check> | undefined;
  readonly values: Check | undefined;
  readonly items: Check | undefined;
  /** The fields that identify an item of an associative list. */
  readonly itemKeys: readonly string[] | undefined;
  /** Undefined without any. */
  readonly alternatives: Alternatives | undefined;
  readonly comparison: Comparison;
}

/**
 * The values that can be compared with a former one: `all`; those whose parts are declared and can
 * be compared (`declared`); no objects but empty ones (`empty`).
 */
export type Comparison = "all" | "declared" | "empty";

/** Branches of a schema. */
export interface Alternatives {
  readonly allOf: readonly Check[];
  readonly anyOf: readonly Check[];
  readonly oneOf: readonly Check[];
  readonly not: Check | undefined;
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
    const check: Mutable<Check> = checkOf({
      ...parts(validationsOf(schema), patterns),
      nullable: schema.nullable === true,
    });
    known.set(schema, check);
    Object.assign(check, shapeOf(schema, compile));
    check.comparison = comparisonOf(schema, check);
    if (schema.unknownType !== undefined) check.types = [schema.unknownType as JsonType];
    return check;
  };
  return { ...compile(schema), ...structShape(schema, compile, true) };
}

function comparisonOf(schema: Schema, { fields, values, itemKeys }: Check): Comparison {
  if (schema.type === "any" || (schema.type === "struct" && schema.embeddedObject === true)) return "empty";
  // Values of any type are declared for no name.
  if (schema.type === "map" && schema.values.type === "any" && schema.values.pruned === true) return "empty";
  if (itemKeys !== undefined || (schema.type === "struct" && schema.preserveUnknown === true)) return "declared";
  const parts = [...(fields?.values() ?? []), ...(values === undefined ? [] : [values])];
  return parts.some(({ comparison }) => comparison !== "all") ? "declared" : "all";
}

function checkOf(given: Partial<Check>): Check {
  return {
    types: given.types,
    nullable: given.nullable ?? false,
    format: given.format,
    pattern: given.pattern,
    enumeration: given.enumeration,
    limits: given.limits ?? noLimits,
    required: given.required ?? none,
    fields: given.fields,
    values: given.values,
    items: given.items,
    itemKeys: given.itemKeys,
    alternatives: given.alternatives,
    comparison: given.comparison ?? "all",
  };
}

const none: readonly never[] = [];

function validationsOf(schema: Schema): Validations {
  const { validations = {} } = schema;
  return schema.type === "string" && schema.enum !== undefined ? { enum: schema.enum, ...validations } : validations;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** By their texts: what a schema repeats is compiled once. */
type Patterns = Map<string, Pattern>;

function parts(validations: Validations, patterns: Patterns): Partial<Check> {
  const { pattern, enum: values, required = none } = validations;
  return {
    limits: limitsOf(validations),
    required,
    pattern: pattern === undefined ? undefined : patternOf(pattern, patterns),
    enumeration: values === undefined ? undefined : enumerationOf(values),
    alternatives: alternativesOf(validations, patterns),
  };
}

function limitsOf(validations: Validations): Limits {
  const limits: Limits = {
    exclusiveMaximum: validations.exclusiveMaximum,
    exclusiveMinimum: validations.exclusiveMinimum,
    maximum: validations.maximum,
    maxItems: validations.maxItems,
    maxLength: validations.maxLength,
    maxProperties: validations.maxProperties,
    minimum: validations.minimum,
    minItems: validations.minItems,
    minLength: validations.minLength,
    minProperties: validations.minProperties,
    multipleOf: validations.multipleOf,
    uniqueItems: validations.uniqueItems,
  };
  return Object.values(limits).some((limit) => limit !== undefined) ? limits : noLimits;
}

const noLimits: Limits = {
  exclusiveMaximum: undefined,
  exclusiveMinimum: undefined,
  maximum: undefined,
  maxItems: undefined,
  maxLength: undefined,
  maxProperties: undefined,
  minimum: undefined,
  minItems: undefined,
  minLength: undefined,
  minProperties: undefined,
  multipleOf: undefined,
  uniqueItems: undefined,
};

function alternativesOf(validations: Validations, patterns: Patterns): Alternatives | undefined {
  const { allOf = [], anyOf = [], oneOf = [], not } = validations;
  if (allOf.length === 0 && anyOf.length === 0 && oneOf.length === 0 && not === undefined) return undefined;
  const branch = (schema: ValueSchema): Check => compileBranch(schema, patterns);
  return {
    allOf: allOf.map(branch),
    anyOf: anyOf.map(branch),
    oneOf: oneOf.map(branch),
    not: not === undefined ? undefined : branch(not),
  };
}

function enumerationOf(values: readonly JsonValue[]): Enumeration {
  return {
    texts: new Set(values.filter((value) => typeof value === "string")),
    keys: new Set(values.filter((value) => typeof value !== "string" && value !== null).map(jsonKey)),
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
  const compile = (inner: ValueSchema): Check => compileBranch(inner, patterns);
  return checkOf({
    ...parts(schema, patterns),
    types: type === undefined ? undefined : typesOf(type),
    ...formatOf(format),
    fields:
      properties === undefined
        ? undefined
        : new Map(Object.entries(properties).map(([name, value]) => [name, compile(value)])),
    values: additionalProperties === undefined ? undefined : compile(additionalProperties),
    items: items === undefined ? undefined : compile(items),
  });
}

function typesOf(type: string): readonly JsonType[] {
  // Every integer is a number.
  return type === "number" ? ["number", "integer"] : [type as JsonType];
}

function formatOf(name: string | undefined): Pick<Check, "format"> {
  const check = name === undefined ? undefined : formatCheck(name);
  return { format: name === undefined || check === undefined ? undefined : { name, check } };
}

function shapeOf(schema: Schema, compile: (schema: Schema) => Check): Partial<Check> {
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

function structShape(struct: StructSchema, compile: (schema: Schema) => Check, isObject: boolean): Partial<Check> {
  const requiredFields = (): string[] => struct.fields.filter((f) => f.required === true).map((f) => f.name);
  const compileField = ({ name, schema }: Field): Check =>
    isObject && name === "metadata" && schema.type === "struct" ? metadataCheck(schema, compile) : compile(schema);
  return {
    types: ["object"],
    fields: new Map(struct.fields.map((f) => [f.name, compileField(f)])),
    required: struct.requiredNames ?? [...requiredFields(), ...(struct.validations?.required ?? [])],
  };
}

/** Metadata is validated elsewhere, except for the constraints of the definition. */
function metadataCheck({ fields }: StructSchema, compile: (schema: Schema) => Check): Check {
  const narrowed = fields.filter((f) => f.schema.type === "string" && f.schema.validations !== undefined);
  return checkOf({ nullable: true, fields: new Map(narrowed.map((f) => [f.name, compile(f.schema)])) });
}
