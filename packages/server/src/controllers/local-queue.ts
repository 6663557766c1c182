import { createWorkQueue, type WorkQueue, type WorkResult } from "@svc/base";
import { workQueueMetrics } from "@svc/metrics";
import type { LocalClient } from "@svc/registry";

type QueueEnvironment = Pick<LocalClient["environment"], "clock" | "log" | "metrics">;

const firstRetryMs = 1_000;
const maxRetryMs = 30_000;

/**
 * Creates the work queue of a controller that runs in the server: one worker, retries after 1 to 30
 * seconds, failures logged as warnings, metrics under the queue's name.
 */
export function createLocalQueue(
  { environment: { clock, log, metrics } }: { readonly environment: QueueEnvironment },
  name: string,
  work: (key: string) => Promise<WorkResult | undefined> | Promise<void>,
): WorkQueue<string> {
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
