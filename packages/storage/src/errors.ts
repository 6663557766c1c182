/**
 * The errors of a store, as classes with a stable `code`. `isStorageError` compares that code, so
 * it works across duplicate copies of this package. A lost race is no error: `commit` returns it.
 */

abstract class StorageError extends Error {
  abstract readonly code: keyof StorageErrors;
  /** Identifies errors of any copy of this package. */
  readonly isStorageError: true = true;
}

/** The revision was compacted: its state, or the changes after it, are gone. */
export class CompactedError extends StorageError {
  readonly code = "compacted";
  override readonly name = "CompactedError";
  /** Oldest revision that can still be read. */
  readonly compactedRevision: number;

  constructor(compactedRevision: number, options?: ErrorOptions) {
    super(`the revision was compacted; the oldest that can be read is ${compactedRevision}`, options);
    this.compactedRevision = compactedRevision;
  }
}

/** The store has not reached the revision. */
export class FutureRevisionError extends StorageError {
  readonly code = "future-revision";
  override readonly name = "FutureRevisionError";
  readonly currentRevision: number;

  constructor(currentRevision: number, options?: ErrorOptions) {
    super(`the revision lies in the future; the current one is ${currentRevision}`, options);
    this.currentRevision = currentRevision;
  }
}

/**
 * Stored bytes differ from the written ones. With a key, only that key is affected and everything
 * else is served; the revision is then that of the commit whose value is lost: a write with it as
 * its guard heals the key.
 */
export class CorruptError extends StorageError {
  readonly code = "corrupt";
  override readonly name = "CorruptError";
  readonly key: string | undefined;
  readonly revision: number | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly key?: string; readonly revision?: number }) {
    super(message, options);
    this.key = options?.key;
    this.revision = options?.revision;
  }
}

/** The consumer of a watch fell too far behind. */
export class SlowWatcherError extends StorageError {
  readonly code = "slow-watcher";
  override readonly name = "SlowWatcherError";
  readonly maxPendingBytes: number;

  constructor(maxPendingBytes: number) {
    super(`the watcher is too slow: more than ${maxPendingBytes} bytes of changes waited for it`);
    this.maxPendingBytes = maxPendingBytes;
  }
}

/** A key, a value or a commit is larger than the store's limits. */
export class TooLargeError extends StorageError {
  readonly code = "too-large";
  override readonly name = "TooLargeError";
}

/** The commit may or may not have happened: read to find out. */
export class UnknownOutcomeError extends StorageError {
  readonly code = "unknown-outcome";
  override readonly name = "UnknownOutcomeError";
}

/**
 * The commit did not happen because the store cannot write: the disk is full, read-only or failing.
 */
export class WriteFailedError extends StorageError {
  readonly code = "write-failed";
  override readonly name = "WriteFailedError";
}

/** The commit did not happen because too many commits are pending. */
export class OverloadedError extends StorageError {
  readonly code = "overloaded";
  override readonly name = "OverloadedError";
}

/** The store cannot be reached or has no quorum; the call changed nothing. */
export class UnavailableError extends StorageError {
  readonly code = "unavailable";
  override readonly name = "UnavailableError";
}

/** The store refuses the client's user, password or certificate. */
export class AccessDeniedError extends StorageError {
  readonly code = "access-denied";
  override readonly name = "AccessDeniedError";
}

/** The store is closed. */
export class StorageClosedError extends StorageError {
  readonly code = "closed";
  override readonly name = "StorageClosedError";

  constructor() {
    super("the store is closed");
  }
}

/** Another store, in this or another process, has the directory open. */
export class LockedError extends StorageError {
  readonly code = "locked";
  override readonly name = "LockedError";
}

/** The directory or file is no store, or a store of a newer version. */
export class IncompatibleError extends StorageError {
  readonly code = "incompatible";
  override readonly name = "IncompatibleError";
}

/** Errors by code. */
export interface StorageErrors {
  readonly compacted: CompactedError;
  readonly "future-revision": FutureRevisionError;
  readonly corrupt: CorruptError;
  readonly "slow-watcher": SlowWatcherError;
  readonly "too-large": TooLargeError;
  readonly "unknown-outcome": UnknownOutcomeError;
  readonly "write-failed": WriteFailedError;
  readonly overloaded: OverloadedError;
  readonly unavailable: UnavailableError;
  readonly "access-denied": AccessDeniedError;
  readonly closed: StorageClosedError;
  readonly locked: LockedError;
  readonly incompatible: IncompatibleError;
}

/** Code of a storage error; stable. */
export type StorageErrorCode = keyof StorageErrors;

/** True for an error of a store, and of this code if one is given. */
export function isStorageError<Code extends StorageErrorCode = StorageErrorCode>(
  error: unknown,
  code?: Code,
): error is StorageErrors[Code] {
  if (!(error instanceof Error) || !("isStorageError" in error)) return false;
  return code === undefined || (error as StorageErrors[Code]).code === code;
}
