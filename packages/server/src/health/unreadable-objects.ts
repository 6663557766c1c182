import type { Registry } from "@svc/registry";
import { resourceName } from "../metrics/storage-metrics.ts";
import type { HealthCheck } from "./health.ts";

/**
 * Tells how many stored objects cannot be read, in a line that is there only when there are some: the server is ready without them. Which they are is in the log,
 * since everybody may see this.
 */
export function unreadableObjectsChecks(registry: Registry): readonly HealthCheck[] {
  const counts = [...registry.opened()].flatMap(({ definition, cache }) =>
    cache.unreadable.size === 0 ? [] : [`${cache.unreadable.size} of ${resourceName(definition)}`],
  );
  if (counts.length === 0) return [];
  const note = `cannot be read: ${counts.join(", ")}`;
  return [{ name: "stored-objects", endpoints: ["readyz"], check: () => undefined, note: () => note }];
}
