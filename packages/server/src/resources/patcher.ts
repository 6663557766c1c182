import type { JsonValue } from "@svc/meta";

/** Makes a patched value of a live one, both JSON. */
export type Patcher = (live: JsonValue) => JsonValue;

/** What is said of a value of another type than was expected. */
export function notOf(value: JsonValue, type: string): string {
  const what = Array.isArray(value)
    ? "array"
    : typeof value === "boolean"
      ? "bool"
      : typeof value === "bigint"
        ? "number"
        : typeof value;
  return `json: cannot unmarshal ${what} into Go value of type ${type}`;
}
