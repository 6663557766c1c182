import type { Clock } from "@svc/base";
import { collatingKey } from "../key.ts";
import { createExpirer } from "../local/expirer.ts";
import { createWatcherBarrier } from "../local/watcher-barrier.ts";
import type { CommitResult, Entry, Revision, Write } from "../storage.ts";
import { createCommitter, type Flushed } from "./committer.ts";
import { defaultPendingBytes } from "./limits.ts";
import type { Log } from "./log.ts";
import type { State } from "./state.ts";
import type { StoreWatches } from "./store-watches.ts";

interface StoreWritesDeps {
  readonly state: State;
  readonly log: Log;
  readonly watches: StoreWatches;
  readonly clock: Clock;
  readonly readEntry: (key: ReturnType<typeof collatingKey>) => Promise<Entry | undefined>;
  /** Called when something may be reclaimed. */
  readonly onCompacted: () => void;
  readonly maxPendingBytes?: number | undefined;
}

/** Interval in which a store that cannot write retries. */
const probeMs = 1000;

/** The writes of a store: commits, compactions, and deletions of what has expired. */
export class StoreWrites {
  readonly #deps: StoreWritesDeps;
  readonly #committer: ReturnType<typeof createCommitter>;
  readonly #expirer: ReturnType<typeof createExpirer>;
  #closed = false;

  constructor(deps: StoreWritesDeps) {
    const { state, log, clock, readEntry, maxPendingBytes = defaultPendingBytes } = deps;
    this.#deps = deps;
    this.#committer = createCommitter({
      log,
      nowMs: () => clock.now(),
      maxPendingBytes,
      afterWatchers: createWatcherBarrier(),
      visible: {
        currentRevision: () => state.revision,
        newestRevision: (key) => state.index.newest(key),
        readEntry,
        apply: (flushed) => this.#apply(flushed),
      },
      onFailure: () => clock.after(probeMs, () => this.#probe()),
    });
    this.#expirer = createExpirer({
      expiries: state.expiries,
      clock,
      expire: async (key) => {
        const guard = state.index.newest(collatingKey(key)) as Revision;
        if (guard > 0) await this.#committer.commit([{ op: "delete", key, guard }]);
      },
    });
    this.#expirer.reschedule();
  }

  commit(writes: readonly Write[]): Promise<CommitResult> {
    return this.#committer.commit(writes);
  }

  compact(revision: Revision): Promise<void> {
    return this.#committer.compact(revision);
  }

  /** Resolves when no commit is pending. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#expirer.stop();
    await this.#committer.idle();
  }

  #apply(flushed: Flushed): void {
    const { state, watches, onCompacted } = this.#deps;
    const compactedBefore = state.compactedRevision;
    const changes = state.apply(flushed);
    if (changes.length > 0) {
      watches.publish(changes);
      this.#expirer.reschedule();
    }
    if (state.compactedRevision > compactedBefore) onCompacted();
  }

  /** Writes a record without effect, so that the store notices when writing works again. */
  #probe(): void {
    const { log, state } = this.#deps;
    if (log.failure === undefined || this.#closed) return;
    // A failure schedules the next probe.
    this.#committer.compact(Math.max(1, state.compactedRevision) as Revision).catch(() => undefined);
  }
}
