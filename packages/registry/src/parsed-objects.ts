import type { ApiObject } from "@svc/meta";
import type { StoredObject } from "./stored-object.ts";

interface ParsedObjectLimits {
  readonly maxObjects: number;
  /**
   * Bytes of their stored form; an object of small values takes several times as many. The newest
   * object is cached whatever its size.
   */
  readonly maxBytes: number;
}

/**
 * Keeps the most recently parsed objects, up to the limits. A ring, not a map: a map with constant
 * writes and deletes is reallocated repeatedly, and each of V8's old tables refers to the next, so
 * that an old one keeps all later entries alive.
 *
 * @returns registers a parsed object
 */
export function createParsedObjects(limits: ParsedObjectLimits): (stored: StoredObject, object: ApiObject) => void {
  const { maxObjects, maxBytes } = limits;
  const ring: (StoredObject | undefined)[] = [];
  /** The size that was counted: that of an object may change. */
  const sizes: number[] = [];
  let next = 0;
  let oldest = 0;
  let bytes = 0;
  const drop = (at: number): void => {
    bytes -= sizes[at] ?? 0;
    sizes[at] = 0;
    ring[at]?.remember(undefined);
    ring[at] = undefined;
  };
  return (stored, object) => {
    drop(next);
    const newest = next;
    ring[newest] = stored;
    sizes[newest] = stored.size;
    bytes += stored.size;
    next = (next + 1) % maxObjects;
    if (oldest === newest) oldest = next;
    while (bytes > maxBytes && oldest !== newest) {
      drop(oldest);
      oldest = (oldest + 1) % maxObjects;
    }
    stored.remember(object);
  };
}
