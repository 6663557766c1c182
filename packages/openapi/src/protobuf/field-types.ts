import type { FieldType, MessageType, ValueType } from "./message-type.ts";

/** A field with text. */
export function text(number: number): FieldType {
  return { number, of: "text" };
}

/** A field with a list of texts. */
export function texts(number: number): FieldType {
  return { number, of: "text", many: "list" };
}

/**
 * The constraints of a schema, which both versions of the format number alike.
 * @param first the number of `multipleOf`
 */
export function constraints(first: number): MessageType["fields"] {
  return {
    multipleOf: { number: first, of: "double" },
    maximum: { number: first + 1, of: "double" },
    exclusiveMaximum: { number: first + 2, of: "bool" },
    minimum: { number: first + 3, of: "double" },
    exclusiveMinimum: { number: first + 4, of: "bool" },
    maxLength: { number: first + 5, of: "integer" },
    minLength: { number: first + 6, of: "integer" },
    pattern: text(first + 7),
    maxItems: { number: first + 8, of: "integer" },
    minItems: { number: first + 9, of: "integer" },
    uniqueItems: { number: first + 10, of: "bool" },
    maxProperties: { number: first + 11, of: "integer" },
    minProperties: { number: first + 12, of: "integer" },
    required: texts(first + 13),
    enum: { number: first + 14, of: "any", many: "list" },
  };
}

/**
 * `additionalProperties`: a schema or a boolean.
 * @param number of the field
 */
export function additionalProperties(number: number, schema: ValueType): FieldType {
  return {
    number,
    of: (value) => (typeof value === "boolean" ? { number: 2, of: "bool" } : { number: 1, of: schema }),
  };
}
