import type { Clock, Log } from "../clock.ts";
import { pause } from "./cluster.ts";
import type { EtcdWatch } from "./etcd-watch.ts";

export interface ProgressDeps {
  /** Those that are open. */
  readonly watches: ReadonlySet<EtcdWatch>;
  /** By a quorum. */
  readonly currentRevision: () => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

const firstPauseMs = 50;
const longestPauseMs = 1000;

/**
 * Sees to it that watches are told of progress. A member does not answer while a watch catches up, and an answer does not say
 * which request it belongs to; so a quorum read tells which revision must be reached, and who has not is asked again.
 */
export function createProgress({ watches, currentRevision, clock, log }: ProgressDeps): { request(): void } {
  let wanted = false;
  let running = false;

  async function run(): Promise<void> {
    running = true;
    let behind = new Map<EtcdWatch, number>();
    let pauseMs = firstPauseMs;
    while (wanted || behind.size > 0) {
      if (wanted) {
        wanted = false;
        pauseMs = firstPauseMs;
        const asked = [...watches];
        const revision = await currentRevision().catch((error: unknown) => {
          log.warn("progress of watches cannot be asked for", { error: String(error) });
        });
        if (revision !== undefined) for (const watch of asked) behind.set(watch, revision);
      }
      behind = new Map([...behind].filter(([watch, revision]) => watches.has(watch) && watch.told < revision));
      if (wanted || behind.size === 0) continue;
      await pause(clock, pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      for (const [watch, revision] of behind) if (watch.told < revision) watch.askProgress();
    }
    running = false;
  }

  return {
    request() {
      // Usually the first answer is all that is needed.
      for (const watch of watches) watch.askProgress();
      wanted = true;
      if (!running) void run();
    },
  };
}
