import type { Dialect, JsonValue } from "@svc/meta";
import { type JsonSchema, listOfSchemas, membersOf, textsOf } from "../structural/json-schema.ts";
import { patternProblem } from "../structural/pattern.ts";
import { alternativesForm } from "./alternatives-form.ts";

interface FormContext {
  readonly dialect: Dialect;
  /** Schemas by the reference to them. */
  readonly definitions: JsonSchema;
  /** References whose targets contain the current schema. */
  readonly within: readonly string[];
}

/**
 * Converts JSON Schema, as libraries derive it from declarations, to the structural form of custom
 * resource definitions: each value has one type, alternatives only narrow it, references are
 * inlined, and a type that holds itself allows any value of its kind there. Never stricter than
 * the declaration, which validates as well.
 */
export function structuralForm(json: JsonValue, dialect: Dialect): JsonSchema {
  const root = membersOf(json, "a schema");
  const definitions = membersOf(root["definitions"] ?? root["$defs"] ?? {}, "definitions");
  return formOf(root, { dialect, definitions, within: ["#"] });
}

/** The form of a value outside of alternatives: `enum` would refuse its null. */
function valueForm(source: JsonSchema, context: FormContext): JsonSchema {
  const form = formOf(source, context);
  const { enum: _values, ...withoutEnum } = form;
  return form["nullable"] === true ? withoutEnum : form;
}

function formOf(source: JsonSchema, context: FormContext): JsonSchema {
  const { $ref: reference, definitions: _definitions, $defs: _defs, $schema: _schema, ...keywords } = source;
  const own = withMarkers(keywords, context.dialect);
  if (typeof reference === "string") return { ...resolved(reference, context), ...own };
  const { allOf, anyOf, oneOf, ...rest } = own;
  const merged = allOf === undefined ? rest : mergedForm(rest, listOfSchemas(allOf, "allOf"), context);
  const keyword = anyOf === undefined ? "oneOf" : "anyOf";
  const alternatives = anyOf ?? oneOf;
  if (alternatives === undefined) return typedForm(merged, context);
  const branches = listOfSchemas(alternatives, keyword).map((branch) => formOf(branch, context));
  return alternativesForm(merged, { keyword, branches, extensionPrefix: context.dialect.extensionPrefix });
}

/** Schema extensions that a declaration may use in every dialect, without the dialect's prefix. */
const markers: ReadonlySet<string> = new Set([
  "embedded-resource",
  "int-or-string",
  "list-map-keys",
  "list-type",
  "map-type",
  "preserve-unknown-fields",
  "validations",
]);

function withMarkers(source: JsonSchema, { extensionPrefix }: Dialect): JsonSchema {
  const entries = Object.entries(source).map(([name, value]) => {
    const marker = name.startsWith("x-") ? name.slice(2) : "";
    return [markers.has(marker) ? `${extensionPrefix}${marker}` : name, value] as const;
  });
  return Object.fromEntries(entries);
}

function resolved(reference: string, context: FormContext): JsonSchema {
  const name = /^#\/(?:definitions|\$defs)\/(.+)$/.exec(reference)?.[1];
  const target = reference === "#" ? { type: "object" } : context.definitions[name ?? ""];
  if (target === undefined) throw new TypeError(`a schema refers to a missing definition: ${reference}`);
  const members = membersOf(target, reference);
  if (context.within.includes(reference)) return recursiveForm(members, context);
  return formOf(members, { ...context, within: [...context.within, reference] });
}

/** Structural schemas have no references: of a value within its like, only the type is known. */
function recursiveForm({ type }: JsonSchema, context: FormContext): JsonSchema {
  return typedForm(type === "object" ? { type, properties: {}, additionalProperties: {} } : {}, context);
}

/** Merges schemas that all apply; of conflicting members the first wins. */
function mergedForm(own: JsonSchema, branches: readonly JsonSchema[], context: FormContext): JsonSchema {
  const all = [own, ...branches.map((branch) => formOf(branch, context))];
  const properties = all.flatMap((s) => Object.entries(membersOf(s["properties"] ?? {}, "properties")));
  const required = all.flatMap((s) => textsOf(s["required"] ?? [], "required"));
  const merged: Record<string, JsonValue> = {};
  for (const schema of all.toReversed()) Object.assign(merged, schema);
  if (properties.length > 0) merged["properties"] = Object.fromEntries(properties.toReversed());
  if (required.length > 0) merged["required"] = [...new Set(required)];
  return merged;
}

function typedForm(source: JsonSchema, context: FormContext): JsonSchema {
  switch (source["type"]) {
    case "object":
      return objectForm(source, context);
    case "array":
      return { ...source, items: valueForm(membersOf(source["items"] ?? {}, "items"), context) };
    case "integer":
      return integerForm(source);
    case "number":
      return numberForm(source);
    case "string":
      return textForm(source);
    case "null":
    case undefined:
      return anyForm(source, context);
    default:
      return source;
  }
}

function objectForm(source: JsonSchema, context: FormContext): JsonSchema {
  const { properties, additionalProperties, propertyNames: _names, ...rest } = source;
  const fields = Object.entries(membersOf(properties ?? {}, "properties"));
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (fields.length === 0 && isOpen && properties === undefined) {
    const values = additionalProperties === true ? {} : membersOf(additionalProperties, "additionalProperties");
    return { ...rest, additionalProperties: valueForm(values, context) };
  }
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(([name, value]) => [name, valueForm(membersOf(value, name), context)])),
    // Undeclared fields have no schema here.
    ...(isOpen ? { [`${context.dialect.extensionPrefix}preserve-unknown-fields`]: true } : {}),
  };
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** Bounds that only reflect the representation of numbers are no constraints. */
function integerForm(source: JsonSchema): JsonSchema {
  const { minimum, maximum, ...rest } = source;
  if (minimum === int32.minimum && maximum === int32.maximum) return { ...rest, format: "int32" };
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

/** Clusters refuse every integer where `multipleOf` is a fraction. */
function numberForm(source: JsonSchema): JsonSchema {
  const { multipleOf, ...rest } = source;
  return typeof multipleOf === "number" && multipleOf < 1 ? rest : source;
}

/** Formats that mean the same in libraries and clusters. */
const sharedFormats: ReadonlySet<JsonValue> = new Set(["date", "date-time", "email", "ipv4", "ipv6", "uri", "uuid"]);

/**
 * A shared format says more than the pattern beside it. Any other format beside a pattern is the
 * library's own, which clusters do not know or take for another. Some patterns exceed engines with
 * linear time.
 */
function textForm(source: JsonSchema): JsonSchema {
  const { pattern, format, ...rest } = source;
  if (typeof pattern !== "string") return source;
  const isLocalTime = format === "date-time" && acceptsLocalTime(pattern);
  if (format !== undefined && sharedFormats.has(format) && !isLocalTime) return { ...rest, format };
  return patternProblem(pattern) === undefined ? { ...rest, pattern } : rest;
}

function acceptsLocalTime(pattern: string): boolean {
  return new RegExp(pattern).test("2020-01-01T00:00:00");
}

function anyForm({ type: _type, ...source }: JsonSchema, { dialect }: FormContext): JsonSchema {
  if (source[`${dialect.extensionPrefix}int-or-string`] === true) return source;
  return { nullable: true, ...source, [`${dialect.extensionPrefix}preserve-unknown-fields`]: true };
}
