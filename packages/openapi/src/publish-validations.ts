import type { JsonObject, ValidationRule, Validations, ValueSchema } from "@svc/schema";
import type { PublishOptions } from "./publish-options.ts";

const plain = [
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "enum",
  "maxProperties",
  "minProperties",
] as const satisfies readonly (keyof Validations)[];

/** @param beside the published schema; its own alternatives precede those of the validations */
export function publishValidations(validations: Validations, beside: JsonObject, options: PublishOptions): JsonObject {
  const { rules } = validations;
  return {
    ...constraints(validations),
    ...requiredOf(validations, beside),
    ...(options.version === 2 ? {} : alternatives(validations, beside)),
    ...(rules === undefined ? {} : { [`${options.dialect.extensionPrefix}validations`]: rules.map(publishRule) }),
  };
}

function constraints(validations: Validations): JsonObject {
  return Object.fromEntries(
    plain.flatMap((name) => {
      const value = validations[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function requiredOf({ required }: Validations, { required: fields }: JsonObject): JsonObject {
  if (required === undefined) return {};
  return { required: Array.isArray(fields) ? [...new Set([...fields, ...required])] : required };
}

function alternatives({ allOf, anyOf, oneOf, not }: Validations, beside: JsonObject): JsonObject {
  return {
    ...(allOf === undefined ? {} : { allOf: allOf.map(publishValueSchema) }),
    // The type already implies an integer or a string.
    ...(anyOf === undefined || "anyOf" in beside ? {} : { anyOf: anyOf.map(publishValueSchema) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(publishValueSchema) }),
    ...(not === undefined ? {} : { not: publishValueSchema(not) }),
  };
}

function publishValueSchema(value: ValueSchema): JsonObject {
  const { type, format, properties, additionalProperties, items } = value;
  return {
    ...(type === undefined ? {} : { type }),
    ...(format === undefined ? {} : { format }),
    ...constraints(value),
    ...requiredOf(value, {}),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([n, v]) => [n, publishValueSchema(v)])) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: publishValueSchema(additionalProperties) }),
    ...(items === undefined ? {} : { items: publishValueSchema(items) }),
    ...alternatives(value, {}),
  };
}

function publishRule({
  rule,
  message,
  messageExpression,
  reason,
  fieldPath,
  optionalOldSelf,
}: ValidationRule): JsonObject {
  return {
    rule,
    ...(message === undefined ? {} : { message }),
    ...(messageExpression === undefined ? {} : { messageExpression }),
    ...(reason === undefined ? {} : { reason }),
    ...(fieldPath === undefined ? {} : { fieldPath }),
    ...(optionalOldSelf === undefined ? {} : { optionalOldSelf }),
  };
}
