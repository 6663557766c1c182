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
  const constraints = new Map<keyof Validations, unknown>();
  for (const name of numbers) {
    const value = source[name];
    if (value === undefined) continue;
    if (typeof value !== "number" && typeof value !== "bigint")
      throw new TypeError(`${name} of a schema must be a number, not ${JSON.stringify(value)}`);
    constraints.set(name, Number(value));
  }
  for (const name of flags) if (source[name] === true) constraints.set(name, true);
  const pattern = asText(source["pattern"], "pattern");
  if (pattern !== undefined) constraints.set("pattern", pattern);
  if (Array.isArray(source["enum"])) constraints.set("enum", source["enum"]);
  for (const name of ["allOf", "anyOf", "oneOf"] as const) {
    const branches = source[name];
    if (branches !== undefined) constraints.set(name, listOfSchemas(branches, name).map(valueSchemaOf));
  }
  if (source["not"] !== undefined) constraints.set("not", valueSchemaOf(membersOf(source["not"], "not")));
  return Object.fromEntries(constraints);
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
  const texts = ["message", "messageExpression", "reason", "fieldPath"].flatMap((name) => {
    const value = asText(source[name], name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    rule: asText(source["rule"], "rule") ?? "",
    ...Object.fromEntries(texts),
    ...(typeof optionalOldSelf === "boolean" ? { optionalOldSelf } : {}),
  };
}
