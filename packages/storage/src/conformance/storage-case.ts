import type { Storage } from "../storage.ts";

/** The sentences that users of a store rely on; `Storage` says them at length. */
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
   * A read sees every commit that was acknowledged before, and at a revision what was there then.
   */
  | "consistent"
  /** Changes come in order of revision. */
  | "ordered"
  /** No change comes twice. */
  | "unique"
  /** All changes of a commit come in one batch. */
  | "atomic"
  /** No change between the first and the last that was delivered is missing. */
  | "reliable"
  /** A watch that begins after any retained revision gets exactly what followed. */
  | "resumable"
  /** Once a batch with a revision was delivered, nothing at or below it follows. */
  | "bookmarkable"
  /** What was compacted is refused, what was not is served. */
  | "compactable"
  /** A limit is kept, and passing it is an error of its own. */
  | "bounded"
  /** A key with a time to live goes when it has passed, not before. */
  | "expiring"
  /** What was acknowledged is there after the store was closed and opened again. */
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

/** What a case runs with. */
export interface CaseContext extends StorageUnderTest {
  /** How long a case waits, in real milliseconds, for what must come before it fails. */
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
