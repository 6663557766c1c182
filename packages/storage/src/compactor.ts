import { type Clock, type Log, silentLog, systemClock, type Timer } from "@svc/base";
import {
  aClock,
  aLog,
  aNonNegativeNumber,
  aString,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import type { Guard, Revision, Storage } from "./storage.ts";

/** Options of `startCompactor`. */
export interface CompactorOptions {
  readonly storage: Storage;
  /**
   * Interval between compactions in milliseconds.
   * @default 300,000
   */
  readonly intervalMs?: number;
  /**
   * Least retention of history in milliseconds: younger revisions are never compacted.
   * @default 300,000
   */
  readonly retentionMs?: number;
  /**
   * Key shared by several compactors of one store, so that only the first to write it compacts in
   * an interval. Each compactor uses its own clock and revisions that it read itself. The write
   * also advances the revision of an idle store, so that every revision is compacted after two
   * intervals.
   * @default none: this is the only compactor, and the revision of an idle store stays
   */
  readonly coordinationKey?: string;
  readonly clock?: Clock;
  readonly log?: Log;
}

/** A running compactor. */
export interface Compactor {
  /** Stops; resolves when no compaction is running. */
  stop(): Promise<void>;
}

/** A revision and the time at which it was current. */
interface Sample {
  readonly revision: Revision;
  readonly atMs: number;
}

const compactorOptions = optionsOf<CompactorOptions>({
  storage: withMethods("a Storage of @svc/storage", "currentRevision", "get", "range", "commit"),
  intervalMs: optional(aNonNegativeNumber),
  retentionMs: optional(aNonNegativeNumber),
  coordinationKey: optional(aString),
  clock: optional(aClock),
  log: optional(aLog),
});

/**
 * Compacts a store periodically to its revision of some time ago.
 * @throws {TypeError} for a wrong argument
 */
export function startCompactor(options: CompactorOptions): Compactor {
  checkArgument("startCompactor: options", options, compactorOptions);
  const { storage, intervalMs = 300_000, retentionMs = 300_000, clock = systemClock, log = silentLog } = options;
  if (!(intervalMs > 0) || !(retentionMs >= 0)) throw new TypeError("intervalMs and retentionMs must be positive");
  const claim = options.coordinationKey === undefined ? alwaysMine : createClaim(storage, options.coordinationKey);
  let samples: Sample[] = [];
  let timer: Timer | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function round(): Promise<void> {
    const atMs = clock.monotonic();
    // First: the write advances the revision, so that the revision read before can be compacted
    // next time.
    const mine = await claim(samples.at(-1)?.revision);
    const revision = await storage.currentRevision();
    // The newest sample that is old enough; older ones are no longer needed.
    const old = samples.filter((s) => s.atMs <= atMs - retentionMs).at(-1);
    if (old !== undefined) samples = samples.filter((s) => s.atMs >= old.atMs);
    samples.push({ revision, atMs });
    if (old === undefined) return;
    if (!mine || stopped) return;
    await storage.compact(old.revision);
    log.debug("compacted", { revision: old.revision });
  }

  function tick(): void {
    running = round()
      .catch((error: unknown) => log.warn("the store could not be compacted", { error: String(error) }))
      .then(schedule);
  }

  function schedule(): void {
    if (!stopped) timer = clock.after(intervalMs, tick);
  }

  tick();
  return {
    async stop() {
      stopped = true;
      timer?.cancel();
      await running;
    },
  };
}

/**
 * Decides whether this compactor compacts now.
 * @param revision the last revision it read; undefined the first time
 */
type Claim = (revision: Revision | undefined) => Promise<boolean>;

const alwaysMine: Claim = async () => true;

/**
 * The compactor whose guarded write of the key succeeds wins the round; the others wait an
 * interval.
 */
function createClaim(storage: Storage, key: string): Claim {
  let seen: Guard | undefined;
  return async (revision) => {
    if (seen === undefined) {
      seen = (await storage.get(key)).entry?.revision ?? "absent";
      return false;
    }
    const value = new TextEncoder().encode(JSON.stringify({ compacted: revision }));
    const result = await storage.commit([{ op: "put", key, value, guard: seen }]);
    seen = result.ok ? result.revision : (result.current?.revision ?? "absent");
    return result.ok;
  };
}
