import type { Clock } from "@svc/base";
import { type CollatingRange, collatingKey, inRange } from "../key.ts";
import type { Change, ChangeBatch, Revision } from "../storage.ts";
import { changesBytes } from "./recent-changes.ts";
import { WatchQueue, type WatchQueueOptions } from "./watch-queue.ts";

interface WatcherOptions extends WatchQueueOptions {
  readonly range: CollatingRange;
  readonly after: Revision;
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
  return new QueueWatcher(options, deps);
}

class QueueWatcher implements Watcher {
  readonly #options: WatcherOptions;
  readonly #deps: WatcherDeps;
  #position: Revision;
  #live = false;
  #catchingUp = false;
  #progressRequested = false;
  readonly #queue: WatchQueue;
  readonly changes: Watcher["changes"];

  constructor(options: WatcherOptions, deps: WatcherDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#position = options.after;
    this.#queue = new WatchQueue(options, {
      clock: deps.clock,
      onDemand: () => {
        if (!this.#live) void this.#catchUp();
      },
      onProgressDue: () => this.progress(deps.currentRevision()),
      onEnd: () => deps.onEnd(this),
    });
    this.changes = this.#queue.changes;
  }

  get position(): Revision {
    return this.#position;
  }

  wantsHistory(): boolean {
    return !this.#live && !this.#queue.isEnded && this.#queue.hasDemand;
  }

  replay(batch: ChangeBatch): void {
    const { range } = this.#options;
    const changes = matching(batch, { range, after: this.#position });
    this.#position = batch.revision;
    if (changes.length > 0) this.#send({ revision: batch.revision, changes }, 0);
  }

  goLive(current: Revision): void {
    this.#live = true;
    if (!this.#progressRequested) return;
    this.#progressRequested = false;
    this.progress(current);
  }

  offer(batch: ChangeBatch, bytes: number): void {
    const { range } = this.#options;
    if (!this.#live || batch.revision <= this.#position) return;
    const changes = matching(batch, { range, after: this.#position });
    this.#position = batch.revision;
    if (changes.length === 0) return;
    if (changes.length === batch.changes.length) this.#send(batch, bytes);
    else this.#send({ revision: batch.revision, changes }, changesBytes(changes));
  }

  progress(current: Revision): void {
    if (this.#live) this.#send({ revision: current, changes: [] }, 0);
    else this.#progressRequested = true;
  }

  fail(error: Error): void {
    this.#queue.fail(error);
  }

  async #catchUp(): Promise<void> {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    try {
      await this.#deps.catchUp(this);
    } catch (error) {
      this.#queue.fail(error);
    }
    this.#catchingUp = false;
    // The consumer may have read again in the meantime.
    if (this.wantsHistory()) void this.#catchUp();
  }

  #send(batch: ChangeBatch, bytes: number): void {
    this.#queue.push(batch, bytes);
    this.#queue.failIfSlow();
  }
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
