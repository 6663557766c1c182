import { type JsonPatchOperation, jsonPatch, PatchFailedError, type PatchProblem } from "@svc/apply";
import { DecodeError, parseExact, toJson } from "@svc/codec";
import { internalError, type JsonValue, quote } from "@svc/meta";

/**
 * Parses the operations of a JSON patch.
 * @throws {StatusError} 500 for a value that is not a list of operations
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
    if (error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}

function wrongType(value: JsonValue, type: string): Error {
  return internalError(`json: cannot unmarshal ${typeWord(value)} into Go value of type ${type}`);
}

function typeWord(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
}

/**
 * Applies a patch to a value, which it may change.
 *
 * @throws {PatchFailedError} with messages as webhooks' users know them
 */
export function patchedValue(value: JsonValue, operations: readonly JsonPatchOperation[]): JsonValue {
  let patched = value;
  for (const operation of operations) {
    try {
      patched = jsonPatch(patched, [operation]);
    } catch (error) {
      if (!(error instanceof PatchFailedError)) throw error;
      throw new PatchFailedError(failureOf(operation, error.problem), error.problem, { cause: error });
    }
  }
  return patched;
}

const invalidIndex = "invalid index referenced";

/** The error of a failed operation, by operation and pointer. */
interface Failures {
  readonly parent: string;
  /** The text before the reason why the last step failed. */
  readonly prefix: string;
}

const operationNames: ReadonlySet<string> = new Set(["add", "remove", "replace", "move", "copy", "test"]);
const readsFrom: ReadonlySet<string> = new Set(["move", "copy"]);

/** Additions and removals look for the parent of a path first. */
function undecodedPath(operation: string, path: unknown): string {
  return operation === "add" || operation === "remove" ? "missing value" : undecoded(path, "path");
}

/** The error for a member that is not text. */
function undecoded(value: unknown, member: "path" | "from"): string {
  if (value !== undefined && value !== null)
    return `json: cannot unmarshal ${typeWord(value)} into Go value of type string`;
  return `operation${member === "from" ? "," : ""} missing ${member} field: missing value`;
}

function failureOf({ op, path, from: source }: JsonPatchOperation, problem: PatchProblem): string {
  const kind: unknown = op;
  const known = typeof kind === "string" ? kind : "unknown";
  if (!operationNames.has(known)) return `Unexpected kind: ${known}`;
  if (typeof path !== "string") return `${known} operation failed to decode path: ${undecodedPath(known, path)}`;
  if (readsFrom.has(known) && typeof source !== "string")
    return `${known} operation failed to decode from: ${undecoded(source, "from")}`;
  const from = source ?? "";
  const { step = "" } = problem;
  if (problem.kind === "test") return `testing value ${path} failed: test failed`;
  const { parent, prefix } = failuresOf(known, { path, from, step, at: problem.at ?? "path" });
  switch (problem.kind) {
    case "parent":
      return `${parent}: missing value`;
    case "member":
      return `${prefix}: Unable to remove nonexistent key: ${step}: missing value`;
    default:
      break;
  }
  if (known === "replace") return `replace operation does not apply: doc is missing key: ${path}: missing value`;
  if (problem.kind === "index") return `${prefix}: Unable to access invalid index: ${step}: ${invalidIndex}`;
  const parsing = `strconv.Atoi: parsing ${quote(step)}: invalid syntax`;
  return known === "add"
    ? `${prefix}: value was not a proper array index: '${step}': ${parsing}`
    : `${prefix}: ${parsing}`;
}

interface Pointers {
  readonly path: string;
  readonly from: string;
  readonly step: string;
  readonly at: "path" | "from";
}

function failuresOf(op: string, { path, from, step, at }: Pointers): Failures {
  const none = `${op} operation does not apply:`;
  if (op === "move" || op === "copy") {
    if (at === "path")
      return {
        parent: `${none} doc is missing destination path: ${path}`,
        prefix: `error in ${op} for path: '${path}'`,
      };
    const prefix = op === "move" ? `error in move for path: '${step}'` : `error in copy for from: '${from}'`;
    return { parent: `${none} doc is missing from path: ${from}`, prefix };
  }
  const prefix = `error in ${op} for path: '${path}'`;
  if (op === "test") return { parent: `${none} is missing path: ${path}`, prefix };
  return { parent: `${none} doc is missing path: ${op === "replace" ? path : `"${path}"`}`, prefix };
}
