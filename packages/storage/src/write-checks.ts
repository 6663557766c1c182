import { quote } from "@svc/base";
import { TooLargeError } from "./errors.ts";
import { checkKey } from "./key.ts";
import type { Guard, StorageLimits, Write } from "./storage.ts";

/** Limits of the stores that run in the process. */
export const localLimits: StorageLimits = {
  maxKeyBytes: 4096,
  maxValueBytes: 8 * 1024 * 1024,
  maxWritesPerCommit: 1024,
  maxCommitBytes: 16 * 1024 * 1024,
};

const maxTtlSeconds = 10 * 366 * 24 * 3600;

/**
 * Validates the writes of a commit.
 * @throws {TypeError} for invalid writes; {TooLargeError} beyond the limits
 */
export function checkWrites(writes: readonly Write[], limits: StorageLimits): void {
  if (!Array.isArray(writes)) throw new TypeError("writes must be an array");
  if (writes.length > limits.maxWritesPerCommit) {
    throw new TooLargeError(`a commit has at most ${limits.maxWritesPerCommit} writes`);
  }
  let bytes = 0;
  for (const write of writes) bytes += checkWrite(write, limits);
  if (bytes > limits.maxCommitBytes) throw new TooLargeError(`a commit has at most ${limits.maxCommitBytes} bytes`);
  if (writes.length > 1 && new Set(writes.map((w) => w.key)).size < writes.length) {
    throw new TypeError("a commit has at most one write per key");
  }
}

function checkWrite(write: Write, limits: StorageLimits): number {
  checkKey(write.key, limits.maxKeyBytes);
  if (write.guard !== undefined) checkGuard(write.guard);
  switch (write.op) {
    case "put": {
      if (!(write.value instanceof Uint8Array)) throw new TypeError("a value must be a Uint8Array");
      if (write.value.byteLength > limits.maxValueBytes) {
        throw new TooLargeError(`a value has at most ${limits.maxValueBytes} bytes`);
      }
      if (write.ttlSeconds !== undefined) checkTtl(write.ttlSeconds);
      return write.key.length + write.value.byteLength;
    }
    case "delete":
      return write.key.length;
    case "check":
      if (write.guard === undefined) throw new TypeError("a check needs a guard");
      return write.key.length;
    default:
      throw new TypeError(`unknown write ${quote((write satisfies never as Write).op)}`);
  }
}

function checkGuard(guard: Guard): void {
  if (guard === "any" || guard === "absent") return;
  if (!Number.isSafeInteger(guard) || guard < 1) throw new TypeError("a guard is 'any', 'absent' or a revision");
}

function checkTtl(seconds: number): void {
  if (!Number.isSafeInteger(seconds) || seconds < 1 || seconds > maxTtlSeconds) {
    throw new TypeError(`ttlSeconds is a whole number from 1 to ${maxTtlSeconds}`);
  }
}

/**
 * True if a guard holds.
 * @param found the revision of the key's entry, 0 for an absent key
 */
export function guardHolds(guard: Guard | undefined, found: number): boolean {
  return guard === undefined || guard === "any" || (guard === "absent" ? found === 0 : guard === found);
}
