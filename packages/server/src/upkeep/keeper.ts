import type { Timer } from "@svc/base";
import type { ServerParts } from "../parts.ts";

/** Looks after objects by name, one after another. */
export interface Keeper {
  /** An object may need something; said again before its turn, it counts once. */
  touch(name: string): void;
  /** When nothing waits for its turn. What failed and is tried again later does not count. */
  idle(): Promise<void>;
  stop(): void;
}

const retryMs = 1_000;

/** @param keep gives an object what it needs, if it needs anything; what fails is tried again after a second */
export function createKeeper(
  { clock, log }: Pick<ServerParts, "clock" | "log">,
  what: string,
  keep: (name: string) => Promise<void>,
): Keeper {
  const waiting = new Set<string>();
  const timers = new Set<Timer>();
  let stopped = false;
  let running: Promise<void> | undefined;

  const later = (name: string): void => {
    const timer = clock.after(retryMs, () => {
      timers.delete(timer);
      touch(name);
    });
    timers.add(timer);
  };
  const run = async (): Promise<void> => {
    // What is touched meanwhile comes at the end of the same set.
    for (const name of waiting) {
      if (stopped) break;
      waiting.delete(name);
      try {
        await keep(name);
      } catch (error) {
        if (stopped) break;
        log.warn("an object could not be kept in order and is tried again", { what, name, error: String(error) });
        later(name);
      }
    }
    running = undefined;
  };
  const touch = (name: string): void => {
    if (stopped) return;
    waiting.add(name);
    running ??= Promise.resolve().then(run);
  };

  return {
    touch,
    idle: async () => {
      while (running !== undefined) await running;
    },
    stop: () => {
      stopped = true;
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
}
