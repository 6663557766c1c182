/**
 * Values by namespace and name. Two nested maps avoid a combined key string for each of up to a
 * million values.
 */
export interface Store<V> {
  readonly size: number;
  /** @param namespace empty for cluster-scoped objects */
  get(namespace: string, name: string): V | undefined;
  set(namespace: string, name: string, value: V): void;
  delete(namespace: string, name: string): void;
  clear(): void;
  /** Iterates over a namespace, or over all. Values can be deleted during the iteration. */
  values(namespace?: string): IterableIterator<V>;
}

export function createStore<V>(): Store<V> {
  const namespaces = new Map<string, Map<string, V>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    get: (namespace, name) => namespaces.get(namespace)?.get(name),
    set: (namespace, name, value) => {
      let names = namespaces.get(namespace);
      if (names === undefined) {
        names = new Map();
        namespaces.set(namespace, names);
      }
      const before = names.size;
      names.set(name, value);
      size += names.size - before;
    },
    delete: (namespace, name) => {
      const names = namespaces.get(namespace);
      if (names?.delete(name) !== true) return;
      size--;
      if (names.size === 0) namespaces.delete(namespace);
    },
    clear: () => {
      namespaces.clear();
      size = 0;
    },
    *values(namespace) {
      if (namespace !== undefined) yield* namespaces.get(namespace)?.values() ?? [];
      else for (const names of namespaces.values()) yield* names.values();
    },
  };
}
