import type { Clock } from "@svc/base";
import { CompactedError, StorageClosedError } from "../errors.ts";
import { collatingRange } from "../key.ts";
import { checkRevision } from "../read-checks.ts";
import type { ChangeBatch, KeyRange, Revision, WatchOptions } from "../storage.ts";
import type { RecentChanges } from "./recent-changes.ts";
import { createWatcher, type Watcher } from "./watcher.ts";

/** Dependencies of a hub. */
interface WatchSource {
  readonly recent: RecentChanges;
  currentRevision(): Revision;
  compactedRevision(): number;
  /**
   * The changes after a revision that `recent` no longer has, in batches of the store's choice. The
   * batch's revision is above `after`.
   */
  history(after: Revision): Promise<ChangeBatch>;
}

/** The watches of a store in this process. */
interface WatchHub {
  open(range: KeyRange, options: WatchOptions): AsyncIterable<ChangeBatch>;
  /** Delivers a batch, already in `recent`, to all live watchers. */
  publish(batch: ChangeBatch, bytes: number): void;
  requestProgress(): void;
  /** Ends all watches with an error. */
  close(): void;
}

/** Creates a hub without watches. */
export function createWatchHub(source: WatchSource, { clock }: { readonly clock: Clock }): WatchHub {
  const watchers = new Set<Watcher>();
  let closed = false;

  /**
   * History, then live changes: a watcher becomes live in the tick in which it is found to have
   * seen everything.
   */
  async function catchUp(watcher: Watcher): Promise<void> {
    while (watcher.wantsHistory()) {
      const { position } = watcher;
      if (position >= source.currentRevision()) {
        watcher.goLive(source.currentRevision());
        return;
      }
      if (position < source.compactedRevision()) throw new CompactedError(source.compactedRevision());
      const { recent } = source;
      const batch = position >= recent.since ? recent.next(position) : await source.history(position);
      if (batch === undefined) throw new Error(`changes after revision ${position} are missing`);
      watcher.replay(batch);
    }
  }

  return {
    open(range, options) {
      const { after, signal, maxPendingBytes = 64 * 1024 * 1024, progressIntervalMs = 0 } = options;
      checkRevision(after);
      const watcher = createWatcher(
        { range: collatingRange(range), after, signal, maxPendingBytes, progressIntervalMs },
        { clock, catchUp, currentRevision: source.currentRevision, onEnd: (w) => watchers.delete(w) },
      );
      watchers.add(watcher);
      if (closed) watcher.fail(new StorageClosedError());
      else if (after < source.compactedRevision()) watcher.fail(new CompactedError(source.compactedRevision()));
      else if (after >= source.currentRevision()) watcher.goLive(source.currentRevision());
      return watcher.changes;
    },
    publish(batch, bytes) {
      for (const watcher of watchers) watcher.offer(batch, bytes);
    },
    requestProgress() {
      for (const watcher of watchers) watcher.progress(source.currentRevision());
    },
    close() {
      closed = true;
      for (const watcher of watchers) watcher.fail(new StorageClosedError());
    },
  };
}
