import type { Dialect, JsonValue } from "@svc/meta";
import type { ValidationRule, Validations, ValueSchema } from "../schema.ts";
import { asText, type JsonSchema, listOfSchemas, membersOf, textsOf } from "./json-schema.ts";

const numbers = [
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const satisfies readonly (keyof Validations)[];

const flags = ["exclusiveMinimum", "exclusiveMaximum", "uniqueItems"] as const satisfies readonly (keyof Validations)[];

/** The constraints of a schema; undefined where it has none. */
export function validationsOf(source: JsonSchema, dialect: Dialect): Validations | undefined {
  const rules = source[`${dialect.extensionPrefix}validations`];
  const all: Validations = {
    ...constraintsOf(source),
    ...(rules === undefined ? {} : { rules: listOfSchemas(rules, "rules").map(ruleOf) }),
  };
  return Object.keys(all).length === 0 ? undefined : all;
}

function constraintsOf(source: JsonSchema): Validations {
  const out: Record<string, unknown> = {};
  for (const name of numbers) {
    const value = source[name];
    if (value === undefined) continue;
    if (typeof value !== "number" && typeof value !== "bigint")
      throw new TypeError(`${name} of a schema must be a number, not ${JSON.stringify(value)}`);
    out[name] = Number(value);
  }
  for (const name of flags) if (source[name] === true) out[name] = true;
  const pattern = asText(source["pattern"], "pattern");
  if (pattern !== undefined) out["pattern"] = pattern;
  if (Array.isArray(source["enum"])) out["enum"] = source["enum"];
  for (const name of ["allOf", "anyOf", "oneOf"] as const) {
    const branches = source[name];
    if (branches !== undefined) out[name] = listOfSchemas(branches, name).map(valueSchemaOf);
  }
  if (source["not"] !== undefined) out["not"] = valueSchemaOf(membersOf(source["not"], "not"));
  return out as Validations;
}

function valueSchemaOf(source: JsonSchema): ValueSchema {
  const { type, format, required, properties, additionalProperties, items } = source;
  return {
    ...constraintsOf(source),
    ...(typeof type === "string" ? { type } : {}),
    ...(typeof format === "string" ? { format } : {}),
    ...(required === undefined ? {} : { required: textsOf(required, "required") }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(membersOf(properties, "properties")).map(([name, value]) => [name, within(value)]),
          ),
        }),
    ...(isSchema(additionalProperties) ? { additionalProperties: within(additionalProperties) } : {}),
    ...(isSchema(items) ? { items: within(items) } : {}),
  };
}

function within(value: JsonValue): ValueSchema {
  return valueSchemaOf(membersOf(value, "a schema"));
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function ruleOf(source: JsonSchema): ValidationRule {
  const { optionalOldSelf } = source;
  const texts: Record<string, string> = {};
  for (const name of ["message", "messageExpression", "reason", "fieldPath"]) {
    const value = asText(source[name], name);
    if (value !== undefined) texts[name] = value;
  }
  return {
    rule: asText(source["rule"], "rule") ?? "",
    ...texts,
    ...(typeof optionalOldSelf === "boolean" ? { optionalOldSelf } : {}),
  };
}
