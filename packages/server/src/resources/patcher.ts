import { type JsonPatchOperation, jsonPatch, mergePatch, plainText, strategicMergePatch } from "@svc/apply";
import { DecodeError, keepValue, type ObjectType, parseExact } from "@svc/codec";
import { badRequest, type JsonValue } from "@svc/meta";
import { type Opened, openedByMerge, openedByPointers } from "./text-order.ts";

type Members = Readonly<Record<string, JsonValue>>;

/** A patch that was read: it makes a patched value of a live one, both JSON. */
export interface Patcher {
  readonly kind: "json" | "merge" | "strategic";
  readonly patch: (live: JsonValue) => JsonValue;
  /** Which of the document it opens: of kinds of patches that go from text to text. */
  readonly opens?: () => Opened;
  /** What a strict decoder refuses of the patch itself. */
  readonly strictErrors: readonly string[];
  /** The patch as errors show it, where they do not show the result. */
  readonly shown?: string;
}

/** @throws {StatusError} 400 for bytes that are no such patch */
export function readPatch(kind: Patcher["kind"], bytes: Buffer, type: ObjectType): Patcher {
  switch (kind) {
    case "strategic":
      return readStrategic(bytes, type);
    case "merge":
      return readMerge(bytes);
    default:
      return readJsonPatch(bytes);
  }
}

/** By the markers of the schema. */
function readStrategic(bytes: Buffer, { schema }: ObjectType): Patcher {
  const { value, duplicates } = parse(bytes, "");
  if (value !== null && !isMembers(value)) throw badRequest(notOf(value, "map[string]interface {}"));
  return {
    kind: "strategic",
    patch: (live) => (value === null ? live : strategicMergePatch(live, value, schema)),
    strictErrors: duplicates.map(duplicateField),
    shown: plainText(value ?? {}),
  };
}

function readMerge(bytes: Buffer): Patcher {
  const { value, duplicates } = parse(bytes, "error decoding patch: ");
  if (value === null) throw badRequest("Invalid JSON Patch");
  if (!isMembers(value)) throw badRequest(`error decoding patch: ${notOf(value, "map[string]interface {}")}`);
  return {
    kind: "merge",
    patch: (live) => mergePatch(live, value),
    opens: () => openedByMerge(value),
    strictErrors: duplicates.map(duplicateField),
  };
}

const operationFields: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

function readJsonPatch(bytes: Buffer): Patcher {
  const { value, duplicates } = parse(bytes, "error decoding patch: ");
  if (value === null) return { kind: "json", patch: (live) => live, strictErrors: [] };
  if (!Array.isArray(value)) throw badRequest(`error decoding patch: ${notOf(value, "[]handlers.jsonPatchOp")}`);
  const operations = value as readonly JsonValue[];
  const odd = operations.find((op) => !isMembers(op) && op !== null);
  if (odd !== undefined) throw badRequest(`error decoding patch: ${notOf(odd, "handlers.jsonPatchOp")}`);
  const unknown = operations.flatMap((op, i) =>
    Object.keys(op ?? {}).flatMap((name) => (operationFields.has(name) ? [] : `unknown field "[${i}].${name}"`)),
  );
  return {
    kind: "json",
    patch: (live) => jsonPatch(live, operations as unknown as readonly JsonPatchOperation[]),
    opens: () => openedByPointers(operations.flatMap(pointersOf)),
    strictErrors: [...duplicates.map(duplicateField), ...unknown].map((text) => `json patch ${text}`),
  };
}

function pointersOf(operation: JsonValue): readonly string[] {
  if (!isMembers(operation)) return [];
  return [operation["path"], operation["from"]].filter((pointer) => typeof pointer === "string");
}

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

export function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function duplicateField(path: string): string {
  return `duplicate field "${path}"`;
}

interface Parsed {
  readonly value: JsonValue;
  /** Paths of members that repeat. */
  readonly duplicates: readonly string[];
}

/** @throws {StatusError} 400 */
function parse(bytes: Buffer, before: string): Parsed {
  const duplicates = new Set<string>();
  const onDuplicate = (path: readonly (string | number)[]): void => {
    if (duplicates.size < maxDuplicates) duplicates.add(pathText(path));
  };
  try {
    const value = keepValue(parseExact(bytes), { onDuplicate });
    return { value, duplicates: [...duplicates] };
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(before + error.message, error);
    throw error;
  }
}

/** Further ones say nothing new, and a patch could have very many. */
const maxDuplicates = 100;

function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}
