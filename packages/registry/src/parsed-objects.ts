import type { ApiObject } from "@svc/meta";
import type { StoredObject } from "./stored-object.ts";

/**
 * Keeps the objects at hand that were parsed last, at most so many. A ring, not a map: a map that
 * is written and deleted from all the time is made anew again and again, and each of V8's old ones
 * holds on to the next. One that is old drags all that were ever in them into the old generation.
 *
 * @returns remembers what an object has been parsed to, for one that is not remembered yet
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
