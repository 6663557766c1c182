import assert from "node:assert/strict";
import { isStorageError, type StorageErrorCode } from "../errors.ts";
import type { Change, Entry, Guard, Revision, Storage, Write } from "../storage.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Encodes text as a value. */
export const bytes = (text: string): Uint8Array => encoder.encode(text);

/** A put of a text. */
export function put(key: string, text: string, guard?: Guard): Write {
  return { op: "put", key, value: bytes(text), ...(guard === undefined ? {} : { guard }) };
}

/** A delete of a key. */
export function remove(key: string, guard?: Guard): Write {
  return { op: "delete", key, ...(guard === undefined ? {} : { guard }) };
}

/** Commits a write that must not lose, and returns its revision. */
export async function committed(storage: Storage, ...writes: readonly Write[]): Promise<Revision> {
  const result = await storage.commit(writes);
  if (!result.ok) assert.fail(`the commit lost at write ${result.index}`);
  return result.revision;
}

/** An entry as one comparable line. */
export function line(entry: Entry | undefined): string {
  return entry === undefined ? "nothing" : `${entry.key}=${decoder.decode(entry.value)}@${entry.revision}`;
}

/** A change as one comparable line. */
export function changeLine(change: Change): string {
  return change.op === "put" ? line(change) : `${change.key} deleted@${change.revision}`;
}

/** Reads a key; returns its entry as a line. */
export async function got(storage: Storage, key: string, revision?: Revision): Promise<string> {
  const { entry } = await storage.get(key, revision === undefined ? {} : { revision });
  return line(entry);
}

/** Asserts that a promise rejects with a storage error of this code. */
export async function rejectsWith(code: StorageErrorCode, operation: Promise<unknown>): Promise<void> {
  const error = await rejection(operation);
  assert.ok(isStorageError(error, code), `expected an error with the code '${code}', got ${shown(error)}`);
}

/** Asserts that a call rejects with a `TypeError`. */
export async function rejectsWithTypeError(call: string, operation: Promise<unknown>): Promise<void> {
  const error = await rejection(operation);
  assert.ok(error instanceof TypeError, `${call} must reject with a TypeError, got ${shown(error)}`);
}

const succeeded = Symbol("succeeded");

/** The error that a promise rejects with. */
function rejection(operation: Promise<unknown>): Promise<unknown> {
  return operation.then(
    () => succeeded,
    (error: unknown) => error,
  );
}

function shown(error: unknown): string {
  return error === succeeded ? "a result" : String(error);
}
