import { type JsonPatchOperation, jsonPatch, mergePatch, plainText, strategicMergePatch } from "@svc/apply";
import { DecodeError, type Exact, ExactObject, type ObjectType, parseExact, toJson } from "@svc/codec";
import { badRequest, type JsonValue, type StatusError } from "@svc/meta";
import type { FieldValidation } from "../context.ts";
import { type Opened, openedByMerge, openedByPointers } from "./text-order.ts";

type Members = Readonly<Record<string, JsonValue>>;

/** A parsed patch: computes a patched value from a live one, both JSON. */
export interface Patcher {
  readonly kind: "json" | "merge" | "strategic";
  readonly patch: (live: JsonValue) => JsonValue;
  /** Which of the document it opens: of kinds of patches that go from text to text. */
  readonly opens?: () => Opened;
  /** Errors of a strict decoder in the patch itself. */
  readonly strictErrors: readonly string[];
  /** The patch as errors show it, where they do not show the result. */
  readonly shown?: string;
}

/**
 * @param validation clients that ignore unknown fields get different messages for other errors
 * @throws {StatusError} 400 for an invalid patch
 */
export function readPatch(
  kind: Patcher["kind"],
  bytes: Buffer,
  { type, validation }: { readonly type: ObjectType; readonly validation: FieldValidation },
): Patcher {
  const isPlain = validation === "Ignore";
  switch (kind) {
    case "strategic":
      return readStrategic(bytes, type);
    case "merge":
      return isPlain ? readPlainMerge(bytes) : readMerge(bytes);
    default:
      return readJsonPatch(bytes, isPlain ? plainWords : strictWords);
  }
}

/** By the markers of the schema. */
function readStrategic(bytes: Buffer, { schema }: ObjectType): Patcher {
  const { value, strictErrors } = parse(bytes, "");
  if (value !== null && !isMembers(value)) throw badRequest(notOf(value, "map[string]interface {}"));
  return {
    kind: "strategic",
    patch: (live) => (value === null ? live : strategicMergePatch(live, value, schema)),
    strictErrors,
    shown: plainText(value ?? {}),
  };
}

function readMerge(bytes: Buffer): Patcher {
  const { value, strictErrors } = parse(bytes, "error decoding patch: ");
  if (value === null) throw noMerge();
  if (!isMembers(value)) throw badRequest(`error decoding patch: ${notOf(value, "map[string]interface {}")}`);
  return {
    kind: "merge",
    patch: (live) => mergePatch(live, value),
    opens: () => openedByMerge(value),
    strictErrors,
  };
}

/** A list replaces the whole object. */
function readPlainMerge(bytes: Buffer): Patcher {
  const value = plainValue(bytes);
  if (value === undefined || value === null || typeof value !== "object") throw noMerge();
  return {
    kind: "merge",
    patch: (live) => mergePatch(live, value),
    opens: () => openedByMerge(value),
    strictErrors: [],
  };
}

function plainValue(bytes: Buffer): JsonValue | undefined {
  try {
    return toJson(parseExact(bytes));
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function noMerge(): StatusError {
  return badRequest("Invalid JSON Patch");
}

/** The prefix of errors in a list of operations, and the names of the list and its items. */
interface Words {
  readonly before: string;
  readonly list: string;
  readonly item: string;
  /** The error names of an item's fields that are checked before the patch is applied. */
  readonly field?: string;
}

const strictWords: Words = {
  before: "error decoding patch: ",
  list: "[]handlers.jsonPatchOp",
  item: "handlers.jsonPatchOp",
  field: "jsonPatchOp",
};
const plainWords: Words = { before: "", list: "jsonpatch.Patch", item: "jsonpatch.Operation" };

const operationFields: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

function readJsonPatch(bytes: Buffer, { before, list, item, field }: Words): Patcher {
  const { exact, value } = parse(bytes, before);
  if (value === null) return { kind: "json", patch: (live) => live, strictErrors: [] };
  if (!Array.isArray(value)) throw badRequest(before + notOf(value, list));
  // A null operation has no `op`, which is an error later.
  const operations = (value as readonly JsonValue[]).map((op) => op ?? {});
  const odd = operations.find((op) => !isMembers(op));
  if (odd !== undefined) throw badRequest(before + notOf(odd, item));
  if (field !== undefined) for (const op of operations) checkTexts(op, before, field);
  return {
    kind: "json",
    patch: (live) => jsonPatch(live, operations as unknown as readonly JsonPatchOperation[]),
    opens: () => openedByPointers(operations.flatMap(pointersOf)),
    strictErrors: operationErrors(exact as readonly Exact[]).map((text) => `json patch ${text}`),
  };
}

/** The unknown and repeated fields of operations, in the order of the text. */
function operationErrors(operations: readonly Exact[]): readonly string[] {
  const errors = new StrictErrors();
  for (const [i, operation] of operations.entries()) {
    const seen = new Set<string>();
    for (const [name, value] of membersOf(operation)) {
      if (!operationFields.has(name)) errors.add("unknown", [i, name]);
      else if (seen.has(name)) errors.add("duplicate", [i, name]);
      if (name === "value") toJson(value, { onDuplicate: (path) => errors.add("duplicate", [i, name, ...path]) });
      seen.add(name);
    }
  }
  return errors.texts;
}

function membersOf(value: Exact): Iterable<readonly [name: string, value: Exact]> {
  if (value instanceof ExactObject) return value.names.map((name, i) => [name, value.values[i] as Exact]);
  return Object.entries((value ?? {}) as Readonly<Record<string, Exact>>);
}

function pointersOf(operation: JsonValue): readonly string[] {
  if (!isMembers(operation)) return [];
  return [operation["path"], operation["from"]].filter((pointer) => typeof pointer === "string");
}

const texts = ["op", "path", "from"];

/** @throws {StatusError} 400 for an operation's member that is no string */
function checkTexts(operation: JsonValue, before: string, field: string): void {
  if (!isMembers(operation)) return;
  for (const name of texts) {
    const value = operation[name] ?? "";
    if (typeof value !== "string")
      throw badRequest(
        `${before}json: cannot unmarshal ${typeWord(value)} into Go struct field ${field}.${name} of type string`,
      );
  }
}

/** The error for a value of an unexpected type. */
export function notOf(value: JsonValue, type: string): string {
  return `json: cannot unmarshal ${typeWord(value)} into Go value of type ${type}`;
}

function typeWord(value: JsonValue): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value === "bigint" ? "number" : typeof value;
}

/** True for a JSON object. */
export function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first errors of a strict decoder; each path is reported once. */
class StrictErrors {
  readonly #texts = new Set<string>();

  add(kind: "unknown" | "duplicate", path: readonly (string | number)[]): void {
    // Further ones add no information, and a patch could have very many.
    if (this.#texts.size < maxStrictErrors) this.#texts.add(`${kind} field "${pathText(path)}"`);
  }

  get texts(): readonly string[] {
    return [...this.#texts];
  }
}

const maxStrictErrors = 100;

interface Parsed {
  readonly exact: Exact;
  readonly value: JsonValue;
  /** Members that repeat. */
  readonly strictErrors: readonly string[];
}

/** @throws {StatusError} 400 */
function parse(bytes: Buffer, before: string): Parsed {
  const errors = new StrictErrors();
  try {
    const exact = parseExact(bytes);
    const value = toJson(exact, { onDuplicate: (path) => errors.add("duplicate", path) });
    return { exact, value, strictErrors: errors.texts };
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(before + error.message, error);
    throw error;
  }
}

function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}
