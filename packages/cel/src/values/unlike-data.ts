import { isPlainObject } from "./plain.ts";
import { CelError, type Value } from "./value.ts";

/**
 * The error of data that is not of the type of its schema, such as data that was stored before the
 * schema changed; null and values of expressions are returned as they are.
 */
export function unlikeData(raw: Value, expected: string): Value {
  return jsonTypeOf(raw) === undefined ? raw : new CelError(`invalid data, ${expected}`);
}

/** The error of data that is not a list. */
export function unlikeList(raw: Value): Value {
  return unlikeData(raw, "expected an array for the provided schema with type=array");
}

/** The error of data that is not an object. */
export function unlikeMap(raw: Value): Value {
  return unlikeData(raw, "expected a map for the provided schema with type=object");
}

/** The name of the type of JSON data, as errors write it; undefined for other values. */
export function jsonTypeOf(raw: Value): string | undefined {
  switch (typeof raw) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return Number.isInteger(raw) ? "int64" : "float64";
    default:
      return Array.isArray(raw) ? "[]interface {}" : isPlainObject(raw) ? "map[string]interface {}" : undefined;
  }
}
