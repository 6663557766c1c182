import { createWorkQueue, type WorkQueue, type WorkResult } from "@svc/base";
import { aFunction, anObject, aString, checkArgument, optionsOf } from "@svc/base/check";
import { workQueueMetrics } from "@svc/metrics";
import type { LocalClient } from "@svc/registry";

type QueueEnvironment = Pick<LocalClient["environment"], "clock" | "log" | "metrics">;

const firstRetryMs = 1_000;
const maxRetryMs = 30_000;

const createLocalQueueOptions = optionsOf<{ readonly environment: QueueEnvironment }>({
  environment: anObject,
});

/**
 * Creates the work queue of a controller that runs in the server: one worker, retries after 1 to 30
 * seconds, failures logged as warnings, metrics under the queue's name.
 * @throws {TypeError} for a wrong argument
 */
export function createLocalQueue(
  options: { readonly environment: QueueEnvironment },
  name: string,
  work: (key: string) => Promise<WorkResult | undefined> | Promise<void>,
): WorkQueue<string> {
  checkArgument("createLocalQueue: options", options, createLocalQueueOptions);
  checkArgument("createLocalQueue: name", name, aString);
  checkArgument("createLocalQueue: work", work, aFunction);
  const {
    environment: { clock, log, metrics },
  } = options;
  return createWorkQueue<string>({
    name,
    clock,
    log,
    observer: workQueueMetrics(metrics, clock)(name),
    work: async (key) => (await work(key)) ?? undefined,
    workers: 1,
    firstRetryMs,
    maxRetryMs,
    keepAlive: false,
    failureLevel: "warn",
  });
}
