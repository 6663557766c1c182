import { DecodeError, ExactObject, parseExact } from "@svc/codec";

/**
 * The error of a text that is not a JSON object, in kube-apiserver's words.
 * @param type the Go type in the message
 */
export function jsonObjectProblem(text: Uint8Array, type: string): string | undefined {
  try {
    const value = parseExact(text);
    if (value === null || value instanceof ExactObject) return undefined;
    return `json: cannot unmarshal ${jsonType(value)} into Go value of type ${type}`;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

/** The JSON type of a parsed value, as errors name it. */
export function jsonType(value: unknown): string {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "array";
  // Numbers that are not plain integers are objects of their own.
  return typeof value === "object" && value?.constructor === Object ? "object" : "number";
}
