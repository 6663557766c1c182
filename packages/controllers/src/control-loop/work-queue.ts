import { createWorkQueue, type WorkQueue, type WorkQueueOptions } from "@svc/base";
import { type Metrics, workQueueMetrics } from "@svc/metrics";

/** Options of {@link createMeasuredQueue}. */
interface MeasuredQueueOptions<K> extends Omit<WorkQueueOptions<K>, "observer"> {
  /** @default the queue is not measured */
  readonly metrics?: Metrics | undefined;
}

/** Creates the work queue of a controller, with metrics under the controller's name. */
export function createMeasuredQueue<K>({ metrics, ...options }: MeasuredQueueOptions<K>): WorkQueue<K> {
  const observer = metrics === undefined ? undefined : workQueueMetrics(metrics, options.clock)(options.name);
  return createWorkQueue<K>({ ...options, observer });
}
