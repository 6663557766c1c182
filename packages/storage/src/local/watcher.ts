import type { Clock, Timer } from "@svc/base";
import { SlowWatcherError } from "../errors.ts";
import { type CollatingRange, collatingKey, inRange } from "../key.ts";
import type { Change, ChangeBatch, Revision } from "../storage.ts";
import { createBatchQueue } from "./batch-queue.ts";
import { changesBytes } from "./recent-changes.ts";

interface WatcherOptions {
  readonly range: CollatingRange;
  readonly after: Revision;
  readonly signal: AbortSignal;
  readonly maxPendingBytes: number;
  readonly progressIntervalMs: number;
}

interface WatcherDeps {
  readonly clock: Clock;
  /** Replays history on demand; a rejection ends the watch. */
  catchUp(watcher: Watcher): Promise<void>;
  currentRevision(): Revision;
  onEnd(watcher: Watcher): void;
}

/**
 * One watch. It begins by catching up: history is pulled at the consumer's speed, and live changes
 * are skipped, since history will contain them. Afterwards it is live: changes are pushed, and wait
 * in a bounded queue.
 */
export interface Watcher {
  readonly changes: AsyncIterable<ChangeBatch>;
  /** Every change up to here was delivered or is out of range. */
  readonly position: Revision;
  wantsHistory(): boolean;
  replay(batch: ChangeBatch): void;
  goLive(current: Revision): void;
  offer(batch: ChangeBatch, bytes: number): void;
  progress(current: Revision): void;
  fail(error: Error): void;
}

/** Creates a watcher that starts by catching up. */
export function createWatcher(options: WatcherOptions, deps: WatcherDeps): Watcher {
  const { range, after, signal, maxPendingBytes, progressIntervalMs } = options;
  const { clock } = deps;
  let position = after;
  let live = false;
  let catchingUp = false;
  let progressWanted = false;
  let lastSentMs = clock.monotonic();
  let timer: Timer | undefined;

  const queue = createBatchQueue({
    onDemand: () => {
      if (!live) void catchUp();
    },
    onEnd: () => {
      timer?.cancel();
      signal.removeEventListener("abort", abort);
      deps.onEnd(watcher);
    },
  });
  const abort = (): void => queue.end();

  async function catchUp(): Promise<void> {
    if (catchingUp) return;
    catchingUp = true;
    try {
      await deps.catchUp(watcher);
    } catch (error) {
      queue.fail(error);
    }
    catchingUp = false;
    // The consumer may have asked again meanwhile.
    if (watcher.wantsHistory()) void catchUp();
  }

  function send(batch: ChangeBatch, bytes: number): void {
    lastSentMs = clock.monotonic();
    queue.push(batch, bytes);
    if (queue.bytes > maxPendingBytes && queue.length > 1) queue.fail(new SlowWatcherError(maxPendingBytes));
  }

  /** Reschedules itself; delivers progress after an interval without batches. */
  function tellProgress(): void {
    const silentMs = clock.monotonic() - lastSentMs;
    if (silentMs >= progressIntervalMs) watcher.progress(deps.currentRevision());
    const restMs = silentMs >= progressIntervalMs ? progressIntervalMs : progressIntervalMs - silentMs;
    if (!queue.ended) timer = clock.after(restMs, tellProgress);
  }

  const watcher: Watcher = {
    changes: queue,
    get position() {
      return position;
    },
    wantsHistory: () => !live && !queue.ended && queue.hasDemand,
    replay(batch) {
      const changes = matching(batch, { range, after: position });
      position = batch.revision;
      if (changes.length > 0) send({ revision: batch.revision, changes }, 0);
    },
    goLive(current) {
      live = true;
      if (!progressWanted) return;
      progressWanted = false;
      watcher.progress(current);
    },
    offer(batch, bytes) {
      if (!live || batch.revision <= position) return;
      const changes = matching(batch, { range, after: position });
      position = batch.revision;
      if (changes.length === 0) return;
      if (changes.length === batch.changes.length) send(batch, bytes);
      else send({ revision: batch.revision, changes }, changesBytes(changes));
    },
    progress(current) {
      if (live) send({ revision: current, changes: [] }, 0);
      else progressWanted = true;
    },
    fail: (error) => queue.fail(error),
  };

  if (signal.aborted) queue.end();
  else {
    signal.addEventListener("abort", abort, { once: true });
    if (progressIntervalMs > 0) timer = clock.after(progressIntervalMs, tellProgress);
  }
  return watcher;
}

/** Returns the changes of a batch in the watch's range: the same array if all are. */
function matching(
  { changes }: ChangeBatch,
  { range, after }: { readonly range: CollatingRange; readonly after: Revision },
): readonly Change[] {
  const everything = range.lower === "" && range.upper === undefined;
  const passes = (c: Change): boolean => c.revision > after && (everything || inRange(collatingKey(c.key), range));
  return changes.every(passes) ? changes : changes.filter(passes);
}
