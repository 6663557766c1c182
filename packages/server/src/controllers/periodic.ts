import type { Timer } from "@svc/base";
import { aNonNegativeNumber, checkArgument, withMethods } from "@svc/base/check";
import type { LocalClient } from "@svc/registry";
import type { RunningController } from "./controller.ts";
import type { PostStartStep } from "./post-start.ts";

const expectedStep = withMethods("a PostStartStep of @svc/server", "run");

const expectedLocal = withMethods("a LocalClient of @svc/registry", "resource");

/**
 * Runs a step of the start again and again; a failure is logged, and the next run is at its time.
 * @throws {TypeError} for a wrong argument
 */
export function runPeriodically(local: LocalClient, step: PostStartStep, everyMs: number): RunningController {
  checkArgument("runPeriodically: local", local, expectedLocal);
  checkArgument("runPeriodically: step", step, expectedStep);
  checkArgument("runPeriodically: everyMs", everyMs, aNonNegativeNumber);
  const { name, run } = step;
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
