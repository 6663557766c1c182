import type { Storage } from "../storage.ts";

/** The guarantees of a store, in short; `Storage` states them in full. */
export type Law =
  /**
   * A commit happens whole, at one instant between its call and its answer, on the state that its
   * guards were checked on.
   */
  | "serializable"
  /**
   * The revision grows with every commit, never goes back and never names two states; restarts do
   * not change that.
   */
  | "monotonic"
  /**
   * A read sees every commit that was acknowledged before; at a revision, the state of that time.
   */
  | "consistent"
  /** Changes arrive in order of revision. */
  | "ordered"
  /** No change arrives twice. */
  | "unique"
  /** All changes of a commit arrive in one batch. */
  | "atomic"
  /** No change between the first and the last that was delivered is missing. */
  | "reliable"
  /** A watch that begins after any retained revision gets exactly the changes since. */
  | "resumable"
  /** Once a batch with a revision was delivered, nothing at or below it follows. */
  | "bookmarkable"
  /** Compacted revisions are rejected, all others are served. */
  | "compactable"
  /** A limit holds, and exceeding it is an error of its own. */
  | "bounded"
  /** A key with a time to live is deleted when it has passed, not before. */
  | "expiring"
  /** Acknowledged commits exist after the store was closed and opened again. */
  | "durable";

/** A store that a case may use up. */
export interface StorageUnderTest {
  readonly storage: Storage;
  /**
   * Closes the store and opens the same content again. Absent where nothing outlives the process.
   */
  readonly reopen?: () => PromiseLike<Storage>;
  /** Lets time pass for the store. */
  readonly passTime: (ms: number) => PromiseLike<void>;
  /** Closes the store that was opened last and removes its content. */
  readonly close: () => PromiseLike<void>;
}

/** The store and the bounds of one case. */
export interface CaseContext extends StorageUnderTest {
  /** Real milliseconds that a case waits for an expected event before it fails. */
  readonly patienceMs: number;
}

/** A case of the suite. */
export interface StorageCase {
  /** Stable: lists of known failures name it. */
  readonly name: string;
  readonly law: Law;
  /** Runs only where the store can be opened again. */
  readonly needsReopen?: true;
  readonly run: (context: CaseContext) => Promise<void>;
}
