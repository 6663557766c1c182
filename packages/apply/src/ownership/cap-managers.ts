import { union } from "../field-set.ts";
import { compareText } from "../json-text.ts";
import { compareTimes, type Manager, managerId } from "./managers.ts";

/** The manager that replaces the oldest updates. */
const ancientManager = "ancient-changes";

/** The maximum number of updating managers of an object; the oldest beyond it are merged. */
const maxUpdateManagers = 10;

/**
 * Merges the oldest updates, version by version, until at most `max` remain. Versions are not
 * mixed, so an object with updates in many versions may keep more.
 */
export function capManagers(managers: Map<string, Manager>, max: number = maxUpdateManagers): void {
  if (managers.size <= max) return;
  const updates = [...managers].filter(([, { operation }]) => operation === "Update");
  let excess = updates.length - max;
  if (excess <= 0) return;
  updates.sort(([a, x], [b, y]) => compareTimes(x, y) || compareText(a, b));
  const firsts = new Map<string, string>();
  for (const [id, manager] of updates) {
    if (excess <= 0) return;
    const { apiVersion } = manager;
    const first = firsts.get(apiVersion);
    if (first === undefined) {
      firsts.set(apiVersion, id);
      continue;
    }
    const bucketId = managerId({ name: ancientManager, operation: "Update", apiVersion, subresource: "" });
    if (id === bucketId) continue;
    const bucket = managers.get(bucketId) ?? managers.get(first);
    if (!managers.has(bucketId)) managers.delete(first);
    managers.delete(id);
    managers.set(bucketId, {
      ...manager,
      name: ancientManager,
      subresource: "",
      fields: bucket === undefined ? manager.fields : union(bucket.fields, manager.fields),
    });
    excess--;
  }
}
