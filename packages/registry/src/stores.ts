import type { Turns } from "@svc/base";
import { formatApiVersion, StatusError } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { CatalogChange, FeatureGates, ReplacedDefinition, ResourceCatalog, ResourceDefinition } from "@svc/schema";
import type { ChangeStream } from "@svc/watch";
import { createBlockAllocator } from "./block-allocator.ts";
import type { ObjectCodec } from "./object-codec.ts";
import { createResourceStore, type ResourceStore } from "./resource-store.ts";

/** The stores of all resources of a catalog. */
export interface Stores {
  /** Undefined for a definition that is not stored, or is not in the catalog any more. */
  get(definition: ResourceDefinition): ResourceStore | undefined;
  /** The stores that were opened. */
  opened(): Iterable<ResourceStore>;
  close(): void;
}

interface StoresOptions {
  readonly catalog: ResourceCatalog;
  readonly changeStream: ChangeStream;
  readonly codec: ObjectCodec;
  readonly gates: FeatureGates;
  readonly root: string;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly turns: Turns;
}

/**
 * A resource costs nothing until its first use, which fills its cache. A store outlives the
 * replacement of its definition, and ends with its removal.
 */
export function createStores(options: StoresOptions): Stores {
  const { catalog, metrics } = options;
  const waits = metrics.histogram({
    name: "apiserver_watch_cache_read_wait_seconds",
    help: "Time that lists waited until a cache had what the store had.",
    labels: ["resource"],
    stability: "ALPHA",
    buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3],
  });
  const open = new Map<ResourceDefinition, ResourceStore>();
  let isClosed = false;
  /** By a definition that was replaced: a request that began under it ends under the next one. */
  const successors = new WeakMap<ResourceDefinition, ResourceDefinition>();
  // A store holds the newest values of all resources, and releases them in order.
  const allocate = createBlockAllocator();
  const takeValue = (bytes: number): Buffer => {
    const { block, start } = allocate(bytes);
    return block.buffer.subarray(start, start + bytes);
  };

  const find = (definition: ResourceDefinition): ResourceStore | undefined => {
    let latest = definition;
    for (let next = successors.get(latest); next !== undefined; next = successors.get(latest)) latest = next;
    const existing = open.get(latest);
    const { storage, resource } = latest;
    if (existing !== undefined || storage === undefined) return existing;
    if (catalog.snapshot().stored(storage.group, resource) !== latest) return undefined;
    // A new cache would try to read from the store without an end.
    if (isClosed) throw new StatusError({ code: 503, message: "the server is shutting down" });
    const wait = waits(storage.group === "" ? resource : `${resource}.${storage.group}`);
    const onWaited = (ms: number): void => wait.observe(ms / 1000);
    const store = createResourceStore({ ...options, definition: latest, takeValue, onWaited });
    open.set(latest, store);
    return store;
  };

  const remove = (definition: ResourceDefinition): void => {
    open.get(definition)?.close();
    open.delete(definition);
  };
  const replace = ({ before, after, ended }: ReplacedDefinition): void => {
    successors.set(before, after);
    const store = open.get(before);
    if (store === undefined) return;
    if (!store.redefine(after)) {
      remove(before);
      return;
    }
    open.delete(before);
    open.set(after, store);
    for (const version of ended) store.cache.endWatches(formatApiVersion(version));
  };
  const unregister = catalog.onChange(({ removed, replaced }: CatalogChange) => {
    removed.forEach(remove);
    replaced.forEach(replace);
  });

  return {
    get: (definition) => open.get(definition) ?? find(definition),
    opened: () => open.values(),
    close: () => {
      isClosed = true;
      unregister();
      for (const store of open.values()) store.close();
    },
  };
}
