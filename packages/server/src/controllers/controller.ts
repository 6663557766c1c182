import { appendAll } from "@svc/base";
import { checkArgument, listOf, withMethods } from "@svc/base/check";
import type { HealthCheck } from "../health/health.ts";

/** Background work for the lifetime of the server. */
export interface RunningController {
  /** Resolves when the existing objects are known. */
  readonly ready: Promise<void>;
  /** Resolves when there is no pending work. */
  idle(): Promise<void>;
  stop(): void;
}

/** A controller that an extension runs in the server. */
export interface Controller {
  readonly name: string;
  /** Health checks that pass once the controller is ready, as templates of the dialect. */
  readonly checks?: readonly ControllerCheck[];
  /** Undefined where the server has nothing for it to do. */
  readonly start: () => RunningController | undefined;
}

interface ControllerCheck extends Pick<HealthCheck, "endpoints"> {
  readonly name: string;
}

const expectedAll = listOf(withMethods("a RunningController of @svc/server", "idle", "stop"));

/** Several controllers as one. @throws {TypeError} for a wrong argument */
export function joinControllers(all: readonly RunningController[]): RunningController {
  checkArgument("joinControllers: all", all, expectedAll);
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
 * Starts controllers, and creates their health checks.
 * @param expand expands templates of the dialect
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
  // Callers that wait for `ready` get the error.
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
