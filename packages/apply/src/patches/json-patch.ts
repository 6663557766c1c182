import { quote } from "@svc/base";
import { anArray, anObject, checkArgument } from "@svc/base/check";
import { copyJson, type JsonValue } from "@svc/meta";
import { sameJson, put as setMember } from "../value.ts";

/** Why a JSON patch cannot be applied to the document. */
export interface PatchProblem {
  /**
   * `parent`: the parent of the target is missing or has no members; `member`, `index`: the parent
   * lacks the target; `syntax`: not an index of a list; `test`: the value differs; `operation`:
   * unknown operation.
   */
  readonly kind: "parent" | "member" | "index" | "syntax" | "test" | "operation";
  /** Which pointer of the operation failed. @default "path" */
  readonly at?: "path" | "from";
  /** The last step of the pointer. @default "" */
  readonly step?: string;
}

/** A JSON patch that cannot be applied to the document. */
export class PatchFailedError extends Error {
  override readonly name = "PatchFailedError";
  readonly problem: PatchProblem;
  constructor(message: string, problem: PatchProblem, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** A patch beyond its limits. */
export class PatchTooLargeError extends Error {
  override readonly name = "PatchTooLargeError";
}

/** One operation of a JSON Patch (RFC 6902, section 4). */
export interface JsonPatchOperation {
  readonly op?: string;
  readonly path?: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** Bounds of the work that one patch may cause. */
export interface JsonPatchLimits {
  /** The maximum number of operations of a patch. @default 10,000 */
  readonly maxOperations?: number;
  /** The maximum number of values that all copies of a patch add. @default 1,000,000 */
  readonly maxCopiedValues?: number;
}

/** Copies of copies nest quickly, and recursive walks of the result need stack. */
const maxCopiedDepth = 1_000;

type Members = Record<string, JsonValue>;

/**
 * Applies a JSON Patch (RFC 6902) to an object.
 *
 * Laxer than the RFC, since clients rely on it: negative indexes count from the end, leading zeros
 * are ignored, `replace` of an absent member adds it, an absent member tests equal to null and is
 * copied as null, and text before the first slash of a pointer is ignored. Stricter: the whole
 * document is neither copied nor a target, except of `replace`, which has no effect unless the
 * value is an object or list.
 *
 * @param document changed in place where possible; use the result
 * @throws {PatchFailedError}
 * @throws {PatchTooLargeError}
 * @throws {TypeError} for a wrong argument
 */
export function jsonPatch(
  document: JsonValue,
  operations: readonly JsonPatchOperation[],
  limits: JsonPatchLimits = {},
): JsonValue {
  checkArgument("jsonPatch: operations", operations, anArray);
  checkArgument("jsonPatch: limits", limits, anObject);
  const { maxOperations = 10_000, maxCopiedValues = 1_000_000 } = limits;
  if (operations.length > maxOperations)
    throw new PatchTooLargeError(
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`,
    );
  const state: State = { root: document, copyBudget: maxCopiedValues };
  for (const operation of operations) applyOne(state, operation);
  return state.root;
}

interface State {
  root: JsonValue;
  copyBudget: number;
}

function applyOne(state: State, { op, path, from, value: operand }: JsonPatchOperation): void {
  const value = operand ?? null;
  if (typeof path !== "string") throw failure("operation", `operation ${op ?? ""} has no path`);
  if ((op === "move" || op === "copy") && path === "") throw failure("parent", `the target of ${op} is the document`);
  switch (op) {
    case "add":
    case "replace":
      if (path === "" && operand === undefined) throw failure("parent", "no document to put");
      // A copy: later operations may change what this one added, and the patch may be applied
      // again.
      put(state, path, { value: copyJson(value), how: op });
      break;
    case "remove":
      remove(state, path);
      break;
    case "test":
      test(state, path, value);
      break;
    case "move": {
      const moved = readFrom(state, op, from);
      if (moved === undefined) throw failure("member", `nothing at ${from}`, { at: "from", step: lastStep(from) });
      remove(state, from as string);
      put(state, path, { value: moved, how: "add" });
      break;
    }
    case "copy":
      put(state, path, { value: cloneWithin(state, readFrom(state, op, from) ?? null), how: "add" });
      break;
    default:
      throw failure("operation", `unknown operation ${JSON.stringify(op)}`);
  }
}

type Where = Pick<PatchProblem, "at" | "step">;

function failure(kind: PatchProblem["kind"], message: string, where: Where = {}): PatchFailedError {
  return new PatchFailedError(message, { kind, ...where });
}

function lastStep(pointer: string | undefined): string {
  return stepsOf(pointer ?? "", "from").at(-1) ?? "";
}

/** The value that an operation copies or moves; undefined for an absent member. */
function readFrom(state: State, op: string, from: string | undefined): JsonValue | undefined {
  const at = "from";
  if (typeof from !== "string" || from === "") throw failure("parent", `operation ${op} has no from`, { at });
  const { parent, step } = targetOf(state, stepsOf(from, at), at);
  const found = child(parent, step, at);
  if (found === undefined && Array.isArray(parent)) throw failure("index", `nothing at ${from}`, { at, step });
  return found;
}

/** The steps of a JSON pointer (RFC 6901). */
function stepsOf(pointer: string, at: "path" | "from" = "path"): string[] {
  if (pointer === "") return [];
  const slash = pointer.indexOf("/");
  if (slash < 0) throw failure("parent", `not a pointer: ${quote(pointer)}`, { at });
  return pointer
    .slice(slash + 1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

interface Target {
  readonly parent: JsonValue;
  readonly step: string;
}

function targetOf(state: State, steps: readonly string[], at: "path" | "from" = "path"): Target {
  let parent: JsonValue = state.root;
  for (const step of steps.slice(0, -1)) {
    const next = childOrNone(parent, step);
    if (next === undefined || next === null) throw failure("parent", `nothing at ${quote(step)}`, { at });
    parent = next;
  }
  return { parent, step: steps.at(-1) ?? "" };
}

function childOrNone(container: JsonValue, step: string): JsonValue | undefined {
  return Array.isArray(container) && !isIndex(step) ? undefined : child(container, step, "path");
}

function child(container: JsonValue, step: string, at: "path" | "from"): JsonValue | undefined {
  if (Array.isArray(container)) {
    const index = indexOf(step, container.length - 1, at);
    return index === undefined ? undefined : (container as readonly JsonValue[])[index];
  }
  if (!isMembers(container)) throw failure("parent", `no members at ${quote(step)}`, { at, step });
  return Object.hasOwn(container, step) ? container[step] : undefined;
}

function isIndex(step: string): boolean {
  return /^[+-]?\d{1,15}$/.test(step);
}

/** An index up to `last`, undefined beyond. Negative indexes count from the end. */
function indexOf(step: string, last: number, at: "path" | "from" = "path"): number | undefined {
  if (!isIndex(step)) throw failure("syntax", `not an index: ${quote(step)}`, { at, step });
  const requestedIndex = Number(step);
  const index = requestedIndex < 0 ? last + 1 + requestedIndex : requestedIndex;
  return index < 0 || index > last ? undefined : index;
}

/** A value that an operation puts into the document. */
interface Put {
  readonly value: JsonValue;
  readonly how: "add" | "replace";
}

function put(state: State, pointer: string, { value, how }: Put): void {
  const steps = stepsOf(pointer);
  if (steps.length === 0) {
    if (how === "add") throw failure("parent", "the document is there already");
    if (typeof value === "object" && value !== null) state.root = value;
    return;
  }
  const { parent, step } = targetOf(state, steps);
  if (Array.isArray(parent)) {
    const list = parent as JsonValue[];
    if (how === "add" && step === "-") {
      list.push(value);
      return;
    }
    const index = indexOf(step, how === "add" ? list.length : list.length - 1);
    if (index === undefined) throw failure("index", `no index ${step}`, { step });
    if (how === "add") list.splice(index, 0, value);
    else list[index] = value;
    return;
  }
  if (!isMembers(parent)) throw failure("parent", `no members at ${quote(step)}`, { step });
  setMember(parent, step, value);
}

function remove(state: State, pointer: string): void {
  const steps = stepsOf(pointer);
  if (steps.length === 0) throw failure("parent", "the whole document cannot be removed");
  const { parent, step } = targetOf(state, steps);
  if (Array.isArray(parent)) {
    const index = indexOf(step, parent.length - 1);
    if (index === undefined) throw failure("index", `no index ${step}`, { step });
    (parent as JsonValue[]).splice(index, 1);
    return;
  }
  if (!isMembers(parent)) throw failure("parent", `no members at ${quote(step)}`, { step });
  if (!Object.hasOwn(parent, step)) throw failure("member", `nothing at ${quote(pointer)}`, { step });
  delete (parent as Record<string, JsonValue>)[step];
}

function read(state: State, pointer: string): JsonValue | undefined {
  const steps = stepsOf(pointer);
  if (steps.length === 0) return state.root;
  const { parent, step } = targetOf(state, steps);
  const found = child(parent, step, "path");
  if (found === undefined && Array.isArray(parent)) throw failure("index", `no index ${step}`, { step });
  return found;
}

function test(state: State, pointer: string, value: JsonValue): void {
  if (!sameJson(read(state, pointer) ?? null, value)) throw failure("test", `testing value ${pointer} failed`);
}

function cloneWithin(state: State, value: JsonValue, depth = 0): JsonValue {
  if (depth > maxCopiedDepth) throw new PatchTooLargeError(`the patch copies more than ${maxCopiedDepth} levels`);
  if (--state.copyBudget < 0) throw new PatchTooLargeError("the patch copies too much");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => cloneWithin(state, item, depth + 1));
  const copy: Members = {};
  for (const [name, member] of Object.entries(value))
    setMember(copy, name, cloneWithin(state, member as JsonValue, depth + 1));
  return copy;
}

function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
