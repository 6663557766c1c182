import { pause } from "@svc/base";
import { isUnreadableError, type LocalClient } from "@svc/registry";
import type { HealthCheck } from "../health/health.ts";

/** A step of the start that creates objects which a feature needs. */
export interface PostStartStep {
  /** Its name in health checks, after `poststarthook/`: a template of the dialect. */
  readonly name: string;
  /** Another check that passes with it, with a full name. */
  readonly completion?: string;
  /** Runs before all other steps. @default false */
  readonly isPrerequisite?: boolean;
  /**
   * Only ensures stored objects, so that a server over a copy of a prepared store skips it.
   * @default false
   */
  readonly onlyObjects?: boolean;
  readonly run: (local: LocalClient) => Promise<void>;
}

export interface PostStart {
  readonly done: Promise<void>;
  readonly checks: readonly HealthCheck[];
  stop(): void;
}

/**
 * Runs the prerequisites, then all other steps side by side, and repeats each until it succeeds. A
 * step that fails because of a damaged object counts as done, and is repeated until the object is
 * healed.
 */
export function runPostStart(local: LocalClient, steps: readonly PostStartStep[]): PostStart {
  const controller = new AbortController();
  const finished = new Set<string>();
  const one = (step: PostStartStep): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        finished.add(step.name);
        resolve();
      };
      void retried(local, step, { signal: controller.signal, blocked: done }).then(done);
    });
  const run = async (): Promise<void> => {
    await Promise.all(steps.filter((step) => step.isPrerequisite === true).map(one));
    await Promise.all(steps.filter((step) => step.isPrerequisite !== true).map(one));
  };
  return {
    done: run(),
    checks: steps.flatMap(({ name, completion }) =>
      [`poststarthook/${name}`, ...(completion === undefined ? [] : [completion])].map((check) => ({
        name: local.environment.dialect.expand(check),
        check: () => (finished.has(name) ? undefined : "not finished"),
        delayed: true,
      })),
    ),
    stop: () => {
      if (finished.size < steps.length) controller.abort();
    },
  };
}

/** The step in a server whose store already has the initial objects. */
export function withExistingObjects(step: PostStartStep): PostStartStep {
  return step.onlyObjects === true ? { ...step, run: () => Promise.resolve() } : step;
}

const retryMs = 1_000;
const blockedRetryMs = 30_000;

interface Attempts {
  readonly signal: AbortSignal;
  /** Called when a damaged object prevents the step from completing. */
  readonly blocked: () => void;
}

async function retried(local: LocalClient, step: PostStartStep, { signal, blocked }: Attempts): Promise<void> {
  const { clock, log } = local.environment;
  let logged = false;
  while (!signal.aborted) {
    try {
      return await step.run(local);
    } catch (error) {
      if (signal.aborted) return;
      const isBlocked = isUnreadableError(error);
      if (!isBlocked || !logged)
        log.warn("a step of the start failed, will retry", { step: step.name, error: String(error) });
      if (isBlocked) {
        logged = true;
        blocked();
      }
      await pause(clock, isBlocked ? blockedRetryMs : retryMs, { signal, keepAlive: true });
    }
  }
}
