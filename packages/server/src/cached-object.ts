import { type ApiObject, everyField, everyLabel } from "@svc/meta";
import { type Registry, type StoredObject, unreadableObject } from "@svc/registry";
import type { ResourceCatalog, ResourceDefinition } from "@svc/schema";
import { itemsOf, type ListResult } from "@svc/watch";

/**
 * Single objects of one resource, read in this process. One that cannot be read is not taken for one that is absent.
 *
 * @throws {StatusError} 500 where the object cannot be read
 */
export interface CachedObjects {
  /** Undefined when the cache has been filled. */
  ready(): Promise<void> | undefined;
  /** As the cache has it. */
  get(namespace: string, name: string): ApiObject | undefined;
  /** As the store has it. */
  getFresh(namespace: string, name: string): ApiObject | undefined | Promise<ApiObject | undefined>;
}

export function cachedObjects(registry: () => Registry, definition: ResourceDefinition): CachedObjects {
  const get = (namespace: string, name: string): ApiObject | undefined => {
    const store = registry().store(definition);
    const found = store?.cache.get(store.keyOf(namespace, name));
    if (found?.corrupt !== undefined) throw unreadableObject(found);
    return found?.object;
  };
  return {
    ready: () => registry().store(definition)?.cache.ready(),
    get,
    getFresh: (namespace, name) => {
      const { changeStream } = registry();
      const wait = registry().store(definition)?.cache.ready() ?? changeStream.awaitCurrent();
      return wait === undefined ? get(namespace, name) : wait.then(() => get(namespace, name));
    },
  };
}

const nobody: readonly ApiObject[] = [];

/** The objects of one resource in a namespace, as the cache has them, by name. Those that cannot be read are left out. */
export function cachedList(
  registry: () => Registry,
  definition: ResourceDefinition,
): (namespace: string) => readonly ApiObject[] | Promise<readonly ApiObject[]> {
  return (namespace) => {
    const store = registry().store(definition);
    if (store === undefined) return [];
    // What few have must cost the others nothing.
    if (store.cache.size === 0 && store.cache.ready() === undefined) return nobody;
    const selection = { namespace, labels: everyLabel, fields: everyField };
    const read = ({ slices }: ListResult<StoredObject>): readonly ApiObject[] =>
      [...itemsOf(slices)].flatMap((item) => (item.corrupt === undefined ? [item.object] : []));
    const listed = store.cache.list({ selection, at: { kind: "any" } });
    return listed instanceof Promise ? listed.then(read) : read(listed);
  };
}

/** The resource of a group that is stored here. */
export function storedResource(
  catalog: ResourceCatalog,
  group: string,
  resource: string,
): ResourceDefinition | undefined {
  return catalog.snapshot().stored(group, resource);
}
