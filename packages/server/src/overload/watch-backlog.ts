import type { Clock, Timer } from "@svc/base";
import { HeldBuffers } from "./held-buffers.ts";

/** Something that waits for a watcher, and its bytes. */
export type PendingBytes = readonly [buffer: object, bytes: number];

/** A watcher whose connection is full. */
export interface LaggingWatcher {
  readonly owner: string;
  /** Everything that waits for it. */
  pending(): Iterable<PendingBytes>;
  /** Ends it so that its client notices the gap; calls `leave`. */
  breakOff(): void;
}

/** The state of a watcher that lags. */
export interface Lag {
  /** True once everything that waits is counted; changes are then reported. */
  readonly isCounted: boolean;
}

interface WatcherLag extends Lag {
  isCounted: boolean;
  /** When it began to lag, and when it took something last. */
  readonly sinceMs: number;
  takenMs: number;
  bytes: number;
}

interface WatchBacklogOptions {
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly maxOwnerBytes: number;
  /** The time after which a watcher that reads none of its waiting events is disconnected. */
  readonly stallMs: number;
  readonly onBrokenOff: () => void;
}

const sweepMs = 1_000;

/**
 * Bounds the bytes that wait for watchers, altogether and by owner. A frame that waits for several
 * watchers counts once. Watchers that catch up within a second cost nothing. Past the bounds the
 * watchers for which most waits are broken off, those of the owner that holds most first; so is a
 * watcher that takes nothing for too long.
 */
export class WatchBacklog {
  readonly #options: WatchBacklogOptions;
  readonly #held = new HeldBuffers();
  readonly #lagging = new Map<LaggingWatcher, WatcherLag>();
  #sweep: Timer | undefined;

  constructor(options: WatchBacklogOptions) {
    this.#options = options;
  }

  get heldBytes(): number {
    return this.#held.bytes;
  }

  /** The watchers that lag. */
  get watchers(): number {
    return this.#lagging.size;
  }

  /** The connection of a watcher took something, and takes no more for now. */
  lags(watcher: LaggingWatcher): Lag {
    const nowMs = this.#options.clock.monotonic();
    const known = this.#lagging.get(watcher);
    if (known !== undefined) {
      known.takenMs = nowMs;
      return known;
    }
    const lag = { isCounted: false, sinceMs: nowMs, takenMs: nowMs, bytes: 0 };
    this.#lagging.set(watcher, lag);
    this.#sweep ??= this.#options.clock.after(sweepMs, () => this.#lookAtAll());
    return lag;
  }

  /** Something more waits for a watcher that is counted. */
  added(watcher: LaggingWatcher, buffer: object, bytes: number): void {
    this.#add(watcher, buffer, bytes);
    this.#relieve(watcher.owner);
  }

  /** A watcher that is counted took something. */
  taken(watcher: LaggingWatcher, buffer: object, bytes: number): void {
    const lag = this.#lagging.get(watcher);
    if (lag !== undefined) lag.bytes -= bytes;
    this.#held.drop(watcher.owner, buffer);
  }

  /** A watcher caught up, or ended: what still waits for it is dropped. */
  leave(watcher: LaggingWatcher): void {
    const lag = this.#lagging.get(watcher);
    if (lag === undefined) return;
    if (lag.isCounted) for (const [buffer] of watcher.pending()) this.#held.drop(watcher.owner, buffer);
    this.#lagging.delete(watcher);
    if (this.#lagging.size > 0) return;
    this.#sweep?.cancel();
    this.#sweep = undefined;
  }

  #add(watcher: LaggingWatcher, buffer: object, bytes: number): void {
    const lag = this.#lagging.get(watcher);
    if (lag !== undefined) lag.bytes += bytes;
    this.#held.hold(watcher.owner, buffer, bytes);
  }

  #lookAtAll(): void {
    this.#sweep = undefined;
    const { clock, stallMs } = this.#options;
    const nowMs = clock.monotonic();
    const owners = new Set<string>();
    for (const [watcher, lag] of [...this.#lagging]) {
      if (nowMs - lag.takenMs >= stallMs) this.#breakOff(watcher);
      else if (!lag.isCounted && nowMs - lag.sinceMs >= sweepMs) {
        lag.isCounted = true;
        for (const [buffer, bytes] of watcher.pending()) this.#add(watcher, buffer, bytes);
        owners.add(watcher.owner);
      }
    }
    for (const owner of owners) this.#relieve(owner);
    if (this.#lagging.size > 0) this.#sweep ??= clock.after(sweepMs, () => this.#lookAtAll());
  }

  /** Breaks watchers off until the owner, and all together, are within their bounds. */
  #relieve(owner: string): void {
    const { maxBytes, maxOwnerBytes } = this.#options;
    if (this.#held.bytesOf(owner) > maxOwnerBytes)
      this.#shed(owner, () => this.#held.bytesOf(owner) <= maxOwnerBytes * reliefShare);
    while (this.#held.bytes > maxBytes) {
      const largest = this.#held.largestOwner ?? owner;
      const target = this.#held.bytesOf(largest) / 2;
      const isEnough = (): boolean =>
        this.#held.bytesOf(largest) <= target || this.#held.bytes <= maxBytes * reliefShare;
      if (!this.#shed(largest, isEnough)) return;
    }
  }

  /** @returns false where the owner has no watcher to break off */
  #shed(owner: string, isEnough: () => boolean): boolean {
    const watchers = [...this.#lagging].filter(([watcher, lag]) => watcher.owner === owner && lag.isCounted);
    watchers.sort(([, a], [, b]) => b.bytes - a.bytes);
    for (const [watcher] of watchers) {
      if (isEnough()) break;
      this.#breakOff(watcher);
    }
    return watchers.length > 0;
  }

  #breakOff(watcher: LaggingWatcher): void {
    this.#options.onBrokenOff();
    watcher.breakOff();
    this.leave(watcher);
  }
}

/**
 * Watchers are shed until this share of a bound is in use, so that shedding is not repeated at each
 * event.
 */
const reliefShare = 7 / 8;
