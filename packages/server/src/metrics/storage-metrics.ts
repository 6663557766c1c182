import type { Metrics, Sample } from "@svc/metrics";
import type { Registry, ResourceStore } from "@svc/registry";
import type { ResourceDefinition } from "@svc/schema";
import { defaultHistoryLimits, type ListCounts } from "@svc/watch";

/** Metrics about stored objects and their caches, read on each scrape. */
export function storageMetrics(metrics: Metrics, registry: Registry, storageRoot: string): void {
  const { storage } = registry.changeStream;
  metrics.collected({
    name: "apiserver_storage_objects",
    help: "Objects that are stored, by resource; -1 where they could not be counted.",
    labels: ["resource"],
    stability: "STABLE",
    type: "gauge",
    collect: () => {
      const opened = new Map([...registry.opened()].map((store) => [store.definition, store]));
      const stored = registry.catalog.snapshot().definitions.filter((d) => d.storage !== undefined);
      return Promise.all(
        stored.map(async (definition) => ({
          labels: { resource: resourceName(definition) },
          value: opened.get(definition)?.cache.size ?? (await countOf(definition)),
        })),
      );
    },
  });
  const countOf = async ({ storage: layout }: ResourceDefinition): Promise<number> => {
    try {
      return (
        (await storage.range({ prefix: `${storageRoot}${layout?.prefix}/` }, { limit: 0, count: true })).remaining ?? 0
      );
    } catch {
      return -1;
    }
  };
  const size = (label: string) => ({
    help: "Bytes that the store takes.",
    labels: [label],
    type: "gauge" as const,
    // The name that dashboards know from a single etcd cluster.
    collect: async () => [{ labels: { [label]: "etcd-0" }, value: (await storage.status()).sizeBytes }],
  });
  metrics.collected({ ...size("storage_cluster_id"), name: "apiserver_storage_size_bytes", stability: "STABLE" });
  metrics.collected({
    ...size("endpoint"),
    name: "apiserver_storage_db_total_size_in_bytes",
    stability: "ALPHA",
    deprecated: "1.28.0",
    hidden: true,
  });
  cacheMetrics(metrics, registry);
}

function cacheMetrics(metrics: Metrics, registry: Registry): void {
  const ofCaches = (value: (store: ResourceStore) => number) => (): readonly Sample[] =>
    [...registry.opened()].map((store) => ({
      labels: { resource: resourceName(store.definition) },
      value: value(store),
    }));
  const common = { labels: ["resource"], stability: "ALPHA" } as const;
  metrics.collected({
    ...common,
    name: "apiserver_storage_decode_errors_total",
    help: "Values read from the store that are no objects, or damaged.",
    type: "counter",
    collect: ofCaches(({ unreadableReads }) => unreadableReads),
  });
  metrics.collected({
    ...common,
    name: "apiserver_storage_unreadable_objects",
    help: "Stored objects that cannot be read: their values are damaged, or no objects.",
    type: "gauge",
    collect: ofCaches((store) => store.unreadable().length),
  });
  metrics.collected({
    ...common,
    name: "apiserver_watch_cache_events_received_total",
    help: "Changes that a cache has seen.",
    type: "counter",
    collect: ofCaches(({ cache }) => cache.changes),
  });
  for (const [name, help] of [
    ["apiserver_storage_events_received_total", "Changes that came from the store."],
    ["apiserver_watch_cache_events_dispatched_total", "Changes that a cache delivered to its watchers."],
  ] as const)
    metrics.collected({ ...common, name, help, type: "counter", collect: ofCaches(({ cache }) => cache.changes) });
  listMetrics(metrics, registry);
  metrics.collected({
    ...common,
    name: "apiserver_init_events_total",
    help: "Events that watches of a cache began with: objects that were there, and changes of the past.",
    type: "counter",
    collect: ofCaches(({ cache }) => cache.listCounts.initialEvents),
  });
  metrics.collected({
    ...common,
    name: "apiserver_watch_cache_initializations_total",
    help: "How often a cache read all that is stored.",
    type: "counter",
    collect: ofCaches(({ cache }) => cache.loads),
  });
  metrics.collected({
    ...common,
    name: "apiserver_watch_cache_resource_version",
    help: "The revision up to which a cache has everything.",
    type: "gauge",
    collect: ofCaches(({ cache }) => cache.revision),
  });
  metrics.collected({
    ...common,
    name: "watch_cache_capacity",
    help: "How many changes a cache remembers at most.",
    type: "gauge",
    collect: ofCaches(() => defaultHistoryLimits.maxChanges),
  });
}

/** Lists that caches answered. */
function listMetrics(metrics: Metrics, registry: Registry): void {
  const collected = (
    name: string,
    help: string,
    of: { readonly labels: Readonly<Record<string, string>>; readonly value: (counts: ListCounts) => number },
  ): void =>
    metrics.collected({
      name: `apiserver_${name}`,
      help,
      labels: [...Object.keys(of.labels), "resource_prefix"],
      stability: "ALPHA",
      type: "counter",
      collect: () =>
        [...registry.opened()].map(({ definition, cache }) => ({
          labels: { ...of.labels, resource_prefix: `/${definition.storage?.prefix ?? ""}` },
          value: of.value(cache.listCounts),
        })),
    });
  const index = { index: "" };
  collected("cache_list_total", "Lists from a cache.", { labels: index, value: ({ lists }) => lists });
  collected("cache_list_fetched_objects_total", "Objects that lists from a cache looked at.", {
    labels: index,
    value: ({ examined }) => examined,
  });
  collected("cache_list_returned_objects_total", "Objects that lists from a cache returned.", {
    labels: {},
    value: ({ returned }) => returned,
  });
  metrics.collected({
    name: "apiserver_watch_cache_consistent_read_total",
    help: "Reads of the latest state from a cache. There is no fallback to the store.",
    labels: ["fallback", "resource", "success"],
    stability: "ALPHA",
    type: "counter",
    collect: () =>
      [...registry.opened()].map(({ definition, cache }) => ({
        labels: { fallback: "false", resource: `/${definition.storage?.prefix ?? ""}`, success: "true" },
        value: cache.listCounts.consistent,
      })),
  });
}

/** `pods`, `deployments.apps` */
function resourceName({ resource, storage }: ResourceDefinition): string {
  const group = storage?.group ?? "";
  return group === "" ? resource : `${resource}.${group}`;
}
