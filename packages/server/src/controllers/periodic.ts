import type { Timer } from "@svc/base";
import type { LocalClient } from "@svc/registry";
import type { RunningController } from "./controller.ts";
import type { PostStartStep } from "./post-start.ts";

/**
 * Runs a step of the start again and again; a failure is logged, and the next run is at its time.
 */
export function runPeriodically(local: LocalClient, { name, run }: PostStartStep, everyMs: number): RunningController {
  const { clock, log } = local.environment;
  let timer: Timer | undefined;
  let stopped = false;
  const later = (): void => {
    if (!stopped) timer = clock.after(everyMs, () => void again().then(later));
  };
  const again = async (): Promise<void> => {
    try {
      await run(local);
    } catch (error) {
      if (!stopped) log.warn("periodic task failed, will retry", { task: name, error: String(error) });
    }
  };
  later();
  return {
    ready: Promise.resolve(),
    idle: () => Promise.resolve(),
    stop: () => {
      stopped = true;
      timer?.cancel();
    },
  };
}
