import { appendAll } from "@svc/base";
import type { HealthCheck } from "../health/health.ts";

/** Something that goes on for as long as the server runs. */
export interface RunningController {
  /** Resolves when what was there at the start is known. */
  readonly ready: Promise<void>;
  /** Resolves when nothing is left to do for the moment. */
  idle(): Promise<void>;
  stop(): void;
}

/** A controller that an extension runs in the server. */
export interface Controller {
  readonly name: string;
  /** Health checks that pass once the controller is ready: templates of the dialect. */
  readonly checks?: readonly ControllerCheck[];
  /** Undefined where the server has nothing for it to do. */
  readonly start: () => RunningController | undefined;
}

interface ControllerCheck extends Pick<HealthCheck, "endpoints"> {
  readonly name: string;
}

/** Several controllers as one. */
export function joinControllers(all: readonly RunningController[]): RunningController {
  return {
    ready: Promise.all(all.map(({ ready }) => ready)).then(() => undefined),
    idle: async () => {
      await Promise.all(all.map(({ idle }) => idle()));
    },
    stop: () => {
      for (const controller of all) controller.stop();
    },
  };
}

interface StartedControllers extends RunningController {
  readonly checks: readonly HealthCheck[];
}

const notFinished = "not finished";

/**
 * Starts controllers, and makes their health checks.
 * @param expand fills templates of the dialect
 */
export function startControllers(
  controllers: readonly Controller[],
  expand: (template: string) => string,
): StartedControllers {
  const running: RunningController[] = [];
  const checks: HealthCheck[] = [];
  for (const { start, checks: own = [] } of controllers) {
    const controller = start();
    if (controller === undefined) continue;
    running.push(controller);
    appendAll(checks, checksOf(own, controller.ready, expand));
  }
  return { ...joinControllers(running), checks };
}

function checksOf(
  checks: readonly ControllerCheck[],
  ready: Promise<void>,
  expand: (template: string) => string,
): readonly HealthCheck[] {
  let finished = false;
  // Who waits for `ready` hears of a failure.
  ready.then(
    () => {
      finished = true;
    },
    () => undefined,
  );
  return checks.map(({ name, ...more }) => ({
    ...more,
    name: expand(name),
    check: () => (finished ? undefined : notFinished),
  }));
}
