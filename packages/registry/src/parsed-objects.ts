import type { ApiObject } from "@svc/meta";
import type { StoredObject } from "./stored-object.ts";

/**
 * Keeps the most recently parsed objects, up to a bound. A ring, not a map: a map with constant
 * writes and deletes is reallocated repeatedly, and each of V8's old tables refers to the next, so
 * that an old one keeps all later entries alive.
 *
 * @returns registers a parsed object
 */
export function createParsedObjects(max: number): (stored: StoredObject, object: ApiObject) => void {
  const ring: StoredObject[] = [];
  let next = 0;
  return (stored, object) => {
    ring[next]?.remember(undefined);
    ring[next] = stored;
    next = (next + 1) % max;
    stored.remember(object);
  };
}
