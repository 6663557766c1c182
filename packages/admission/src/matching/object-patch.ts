import { type JsonPatchOperation, jsonPatch, PatchFailedError } from "@svc/apply";
import { DecodeError, parseExact, toJson } from "@svc/codec";
import { internalError, type JsonValue } from "@svc/meta";

/**
 * Reads the operations of a JSON patch.
 * @throws {StatusError} 500 for what is no list of operations
 */
export function readOperations(patch: Buffer): readonly JsonPatchOperation[] {
  const value = parse(patch);
  if (value === null) return [];
  if (!Array.isArray(value)) throw wrongType(value, "jsonpatch.Patch");
  const operations = (value as readonly JsonValue[]).map((operation) => operation ?? {});
  for (const operation of operations)
    if (typeof operation !== "object" || Array.isArray(operation)) throw wrongType(operation, "jsonpatch.Operation");
  return operations as unknown as readonly JsonPatchOperation[];
}

function parse(patch: Buffer): JsonValue {
  try {
    return toJson(parseExact(patch));
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message, error);
    throw error;
  }
}

function wrongType(value: JsonValue, type: string): Error {
  const found = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
  return internalError(`json: cannot unmarshal ${found} into Go value of type ${type}`);
}

/**
 * The value that a patch makes of another, which it may change.
 *
 * @throws {PatchFailedError} in the words that users of webhooks know
 */
export function patchedValue(value: JsonValue, operations: readonly JsonPatchOperation[]): JsonValue {
  let patched = value;
  for (const operation of operations) {
    try {
      patched = jsonPatch(patched, [operation]);
    } catch (error) {
      if (error instanceof PatchFailedError) throw new PatchFailedError(failureOf(operation), { cause: error });
      throw error;
    }
  }
  return patched;
}

function failureOf({ op, path, from }: JsonPatchOperation): string {
  const kind: unknown = op;
  const known = typeof kind === "string" ? kind : "unknown";
  if (typeof path !== "string") return `${known} operation failed to decode path: missing value`;
  switch (known) {
    case "add":
    case "remove":
      return `${known} operation does not apply: doc is missing path: "${path}": missing value`;
    case "replace":
      return `replace operation does not apply: doc is missing path: ${path}: missing value`;
    case "test":
      return `testing value ${path} failed: test failed`;
    case "move": {
      const key = String(from ?? "").replace(/^.*\//, "");
      return `error in move for path: '${key}': Unable to remove nonexistent key: ${key}: missing value`;
    }
    case "copy":
      return `copy operation does not apply: doc is missing from path: ${from ?? ""}: missing value`;
    default:
      return `Unexpected kind: ${known}`;
  }
}
