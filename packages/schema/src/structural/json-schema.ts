import type { JsonValue } from "@svc/meta";

/** The members of a JSON schema, unvalidated. */
export type JsonSchema = Readonly<Record<string, JsonValue>>;

export function membersOf(value: JsonValue, what: string): JsonSchema {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError(`${what} must be an object, not ${JSON.stringify(value)}`);
  return value as JsonSchema;
}

export function asText(value: JsonValue | undefined, what: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw new TypeError(`${what} of a schema must be text, not ${JSON.stringify(value)}`);
  return value;
}

export function textsOf(value: JsonValue, what: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((v) => typeof v === "string"))
    throw new TypeError(`${what} of a schema must be a list of text, not ${JSON.stringify(value)}`);
  return value;
}

export function listOfSchemas(value: JsonValue, what: string): readonly JsonSchema[] {
  if (!Array.isArray(value)) throw new TypeError(`${what} of a schema must be a list, not ${JSON.stringify(value)}`);
  return value.map((v: JsonValue) => membersOf(v, `each of ${what}`));
}
