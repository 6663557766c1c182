import { type Clock, type Log, pause } from "@svc/base";
import type { EtcdWatch } from "./etcd-watch.ts";

interface ProgressDeps {
  /** Open watches. */
  readonly watches: ReadonlySet<EtcdWatch>;
  /** Revision by a quorum read. */
  readonly currentRevision: () => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Progress {
  request(watches: Iterable<EtcdWatch>): void;
}

const firstPauseMs = 50;
const longestPauseMs = 1000;

/**
 * Makes members report the progress of watches. A member does not reply while a watch catches up,
 * and a reply does not name its request; so a quorum read determines the revision to reach, and the
 * request is repeated for watches below it.
 */
export function createProgress({ watches, currentRevision, clock, log }: ProgressDeps): Progress {
  const awaiting = new Set<EtcdWatch>();
  /** For each watch, the revision that it must be notified of. */
  const behind = new Map<EtcdWatch, number>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    let pauseMs = firstPauseMs;
    while (awaiting.size + behind.size > 0) {
      if (awaiting.size > 0) {
        pauseMs = firstPauseMs;
        await readRevision();
      }
      for (const [watch, revision] of behind) {
        watch.tell(revision);
        if (!watches.has(watch) || watch.reported >= revision) behind.delete(watch);
      }
      if (awaiting.size > 0 || behind.size === 0) continue;
      await pause(clock, pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      for (const [watch, revision] of behind) if (watch.reported < revision) watch.requestProgress();
    }
    running = false;
  }

  async function readRevision(): Promise<void> {
    const requested = [...awaiting];
    awaiting.clear();
    try {
      const revision = await currentRevision();
      for (const watch of requested) behind.set(watch, revision);
    } catch (error) {
      log.warn("the progress of watches cannot be requested", { error: String(error) });
    }
  }

  return {
    request(requested) {
      for (const watch of requested) {
        // Usually the first response is sufficient.
        watch.requestProgress();
        awaiting.add(watch);
      }
      if (!running) void run();
    },
  };
}
