import type { LocalClient } from "@svc/registry";
import type { DefinitionSource } from "@svc/schema";
import { type Controller, startControllers } from "./controllers/controller.ts";
import { type PostStartStep, runPostStart } from "./controllers/post-start.ts";
import { definitionSteps } from "./definition-sources.ts";
import type { HealthCheck } from "./health/health.ts";

/** Work of a server outside of requests. */
export interface Background {
  readonly checks: readonly HealthCheck[];
  /** Resolves when the steps of the start are done and the controllers have begun. */
  readonly ready: Promise<void>;
  /** Resolves when the controllers have no pending work. */
  idle(): Promise<void>;
  stop(): void;
}

interface BackgroundWork {
  readonly controllers: readonly Controller[];
  readonly postStart: readonly PostStartStep[];
  readonly sources: readonly DefinitionSource[];
  /** Ends the sources. */
  readonly signal: AbortSignal;
}

/** Starts the controllers, the steps of the start and the sources of definitions. */
export function startBackground(local: LocalClient, work: BackgroundWork): Background {
  const { controllers, postStart, sources, signal } = work;
  const running = startControllers(controllers, local.environment.dialect.expand);
  const steps = runPostStart(local, [...postStart, ...definitionSteps(sources, signal)]);
  return {
    checks: [...steps.checks, ...running.checks],
    ready: Promise.all([steps.done, running.ready]).then(() => undefined),
    idle: running.idle,
    stop: () => {
      steps.stop();
      running.stop();
    },
  };
}
