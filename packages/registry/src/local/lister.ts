import type { MaybePromise } from "@svc/base";
import { type ApiObject, everyField, everyLabel } from "@svc/meta";
import { itemsOf, type ListResult } from "@svc/watch";
import type { Endpoint, ObjectName } from "../context.ts";
import type { Registry } from "../registry.ts";
import type { ResourceStore } from "../resource-store.ts";
import type { StoredObject } from "../stored-object.ts";
import { unreadableObject } from "../unreadable.ts";

/**
 * Reads objects of one resource from its cache. An unreadable object is an error, not an absent
 * one.
 */
export interface Lister<T extends ApiObject = ApiObject> {
  /** Undefined once the cache is filled. */
  ready(): Promise<void> | undefined;
  /** As the cache has it. @throws {StatusError} 500 for an object that cannot be read */
  get(target: ObjectName): T | undefined;
  /** True if the cache has the object, readable or not. */
  has(target: ObjectName): boolean;
  /**
   * As the store has it, with all that was committed before the call.
   * @throws {StatusError} 500 for an object that cannot be read
   */
  getFresh(target: ObjectName): MaybePromise<T | undefined>;
  /** All readable objects of a namespace in the cache, sorted by name. */
  list(namespace: string): MaybePromise<readonly T[]>;
}

const none: readonly never[] = [];

/** @param endpoint called at each read: the resource may be added and removed */
export function createLister<T extends ApiObject>(registry: Registry, endpoint: () => Endpoint | undefined): Lister<T> {
  const storeOf = (): ResourceStore | undefined => {
    const current = endpoint();
    return current === undefined ? undefined : registry.store(current.definition);
  };
  const stored = ({ namespace, name }: ObjectName): StoredObject | undefined => {
    const store = storeOf();
    return store?.cache.get(store.keyOf(namespace, name));
  };
  const get = (target: ObjectName): T | undefined => {
    const found = stored(target);
    if (found?.corrupt !== undefined) throw unreadableObject(found);
    return found?.object as T | undefined;
  };
  const getLoaded = (target: ObjectName): MaybePromise<T | undefined> => {
    const loading = storeOf()?.cache.ready();
    return loading === undefined ? get(target) : loading.then(() => get(target));
  };
  return {
    has: (target) => stored(target) !== undefined,
    ready: () => storeOf()?.cache.ready(),
    get,
    getFresh: (target) => {
      const delivered = registry.changeStream.awaitCurrent();
      return delivered === undefined ? getLoaded(target) : delivered.then(() => getLoaded(target));
    },
    list: (namespace) => {
      const store = storeOf();
      // An empty cache is skipped: a feature that is not used must cost nothing.
      if (store === undefined || (store.cache.size === 0 && store.cache.ready() === undefined)) return none;
      const selection = { namespace, labels: everyLabel, fields: everyField };
      const listed = store.cache.list({ selection, at: { kind: "any" } });
      return listed instanceof Promise ? listed.then(objectsOf<T>) : objectsOf<T>(listed);
    },
  };
}

export function objectsOf<T extends ApiObject>({ slices }: ListResult<StoredObject>): readonly T[] {
  return [...itemsOf(slices)].flatMap((item) => (item.corrupt === undefined ? [item.object as T] : []));
}
