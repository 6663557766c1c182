import { qualifiedResource } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { HealthCheck } from "./health.ts";

/**
 * Counts stored objects that cannot be read, in a line that exists only when there are some: the
 * server is ready without them. The log has their keys; this endpoint is public.
 */
export function unreadableObjectsChecks(registry: Registry): readonly HealthCheck[] {
  const counts = [...registry.opened()].flatMap((store) => {
    const { storage, resource } = store.definition;
    const { length } = store.unreadable();
    return length === 0 ? [] : [`${length} of ${qualifiedResource({ group: storage?.group ?? "", resource })}`];
  });
  if (counts.length === 0) return [];
  const note = `cannot be read: ${counts.join(", ")}`;
  return [{ name: "stored-objects", endpoints: ["readyz"], check: () => undefined, note: () => note }];
}
