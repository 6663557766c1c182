import { type Clock, type Log, silentLog, systemClock, type Timer } from "@svc/base";
import type { Guard, Revision, Storage } from "./storage.ts";

export interface CompactorOptions {
  readonly storage: Storage;
  /** How often to compact, in milliseconds. @default 300,000 */
  readonly intervalMs?: number;
  /**
   * How long history is kept at least, in milliseconds: what is younger is never compacted.
   * @default 300,000
   */
  readonly retentionMs?: number;
  /**
   * A key that several compactors of one store share, so that only one of them compacts in an
   * interval: whoever writes it first. Each goes by its own clock, and by revisions that it saw
   * itself. The write also moves the revision of a store in which nothing else happens, so that
   * every revision is compacted after two intervals.
   * @default none: this is the only one, and the revisions of an idle store stay
   */
  readonly coordinationKey?: string;
  readonly clock?: Clock;
  readonly log?: Log;
}

export interface Compactor {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

/** A revision, and when it was the current one. */
interface Sample {
  readonly revision: Revision;
  readonly atMs: number;
}

/** Compacts a store again and again, to what was its revision some time ago. */
export function startCompactor(options: CompactorOptions): Compactor {
  const { storage, intervalMs = 300_000, retentionMs = 300_000, clock = systemClock, log = silentLog } = options;
  if (!(intervalMs > 0) || !(retentionMs >= 0)) throw new TypeError("intervalMs and retentionMs must be positive");
  const claim = options.coordinationKey === undefined ? alwaysMine : createClaim(storage, options.coordinationKey);
  let samples: Sample[] = [];
  let timer: Timer | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function round(): Promise<void> {
    const atMs = clock.monotonic();
    // First: by its write the revision moves on, so that what was read before can be compacted next
    // time.
    const mine = await claim(samples.at(-1)?.revision);
    const revision = await storage.currentRevision();
    // The newest of the samples that are old enough; older ones are not needed any more.
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
 * Whether this one compacts now.
 * @param revision the one that it saw last; undefined the first time
 */
type Claim = (revision: Revision | undefined) => Promise<boolean>;

const alwaysMine: Claim = async () => true;

/**
 * The compactor that moves the key from the revision that it saw last has won this round; the
 * others wait a whole interval.
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
