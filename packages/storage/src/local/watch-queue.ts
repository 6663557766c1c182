import type { Clock, Timer } from "@svc/base";
import { SlowWatcherError } from "../errors.ts";
import type { ChangeBatch } from "../storage.ts";
import { createBatchQueue } from "./batch-queue.ts";

/** Options of a watch's queue. */
export interface WatchQueueOptions {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Bytes of changes that may wait for the consumer; the last batch is not counted. */
  readonly maxPendingBytes: number;
  /** The interval without batches after which progress is due; with 0 it never is. */
  readonly progressIntervalMs: number;
}

interface WatchQueueDeps {
  readonly clock: Clock;
  /** Called when the consumer reads and the queue is empty. */
  onDemand(): void;
  /** Called when nothing was sent for the interval, and again after each further one. */
  onProgressDue(): void;
  onEnd(): void;
}

/** The queue of a watch, with its timer for progress. It ends when the signal aborts. */
export class WatchQueue {
  readonly #options: WatchQueueOptions;
  readonly #deps: WatchQueueDeps;
  readonly #queue: ReturnType<typeof createBatchQueue>;
  readonly #abort = (): void => this.#queue.end();
  #lastSentMs: number;
  #timer: Timer | undefined;

  constructor(options: WatchQueueOptions, deps: WatchQueueDeps) {
    const { signal, progressIntervalMs } = options;
    this.#options = options;
    this.#deps = deps;
    this.#lastSentMs = deps.clock.monotonic();
    this.#queue = createBatchQueue({
      onDemand: () => deps.onDemand(),
      onEnd: () => {
        this.#timer?.cancel();
        signal.removeEventListener("abort", this.#abort);
        deps.onEnd();
      },
    });
    if (signal.aborted) this.#queue.end();
    else {
      signal.addEventListener("abort", this.#abort, { once: true });
      if (progressIntervalMs > 0) this.#remindAfter(progressIntervalMs);
    }
  }

  /** The batches for the consumer. */
  get changes(): AsyncIterable<ChangeBatch> {
    return this.#queue;
  }

  get isEnded(): boolean {
    return this.#queue.ended;
  }

  /** True while the consumer waits for a batch. */
  get hasDemand(): boolean {
    return this.#queue.hasDemand;
  }

  /** The part of `maxPendingBytes` that waits for the consumer. */
  get fill(): number {
    return this.#queue.bytes / this.#options.maxPendingBytes;
  }

  push(batch: ChangeBatch, bytes: number): void {
    this.#lastSentMs = this.#deps.clock.monotonic();
    this.#queue.push(batch, bytes);
  }

  /** Ends the watch with `SlowWatcherError` if more waits than may. */
  failIfSlow(): void {
    const { maxPendingBytes } = this.#options;
    if (this.#queue.bytes > maxPendingBytes && this.#queue.length > 1)
      this.#queue.fail(new SlowWatcherError(maxPendingBytes));
  }

  /** Ends the watch with an error, which the consumer receives once. */
  fail(error: unknown): void {
    this.#queue.fail(error);
  }

  #remindAfter(ms: number): void {
    this.#timer = this.#deps.clock.after(ms, () => this.#remind());
  }

  #remind(): void {
    const { progressIntervalMs } = this.#options;
    const silentMs = this.#deps.clock.monotonic() - this.#lastSentMs;
    const isDue = silentMs >= progressIntervalMs;
    if (isDue) this.#deps.onProgressDue();
    if (!this.isEnded) this.#remindAfter(isDue ? progressIntervalMs : progressIntervalMs - silentMs);
  }
}
