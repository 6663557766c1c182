import type { Clock } from "@svc/base";
import { qualifiedResource } from "@svc/meta";
import type { Counter, Histogram, Metrics } from "@svc/metrics";
import type { ResourceCatalog } from "@svc/schema";
import type { KeyRange, Page, RangeOptions, Storage, Write } from "@svc/storage";

interface MeasuredStorageOptions {
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly catalog: ResourceCatalog;
  /** The prefix of all keys; ends with a slash. */
  readonly root: string;
}

type Operation = "create" | "update" | "delete" | "get" | "list" | "listWithCount";

interface OperationCells {
  readonly duration: Histogram;
  readonly total: Counter;
  readonly errors: () => Counter;
}

const buckets: readonly number[] = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

/** Measures requests to the store, by operation and resource. */
export function measuredStorage(options: MeasuredStorageOptions): Storage {
  const { storage, clock, root } = options;
  const cellsOf = operationCells(options.metrics);
  const listed = listCounters(options.metrics);
  const typeOf = resourceTypes(options.catalog, root);
  const measure = <T>(operation: Operation, type: string, act: () => Promise<T>): Promise<T> => {
    const cells = cellsOf(operation, type);
    const startMs = clock.monotonic();
    const finish = (): void => {
      cells.total.add();
      cells.duration.observe((clock.monotonic() - startMs) / 1000);
    };
    return act().then(
      (result) => {
        finish();
        return result;
      },
      (error: unknown) => {
        finish();
        cells.errors().add();
        throw error;
      },
    );
  };
  const range = async (of: KeyRange, rangeOptions?: RangeOptions): Promise<Page> => {
    if (rangeOptions?.limit === 0) return measure("listWithCount", of.prefix, () => storage.range(of, rangeOptions));
    const type = typeOf(of.prefix);
    const page = await measure("list", type, () => storage.range(of, rangeOptions));
    listed(type, page.entries.length);
    return page;
  };
  return {
    limits: storage.limits,
    currentRevision: (callOptions) => storage.currentRevision(callOptions),
    get: (key, callOptions) => measure("get", typeOf(key), () => storage.get(key, callOptions)),
    range,
    commit: (writes, callOptions) => {
      const [first] = writes;
      const act = (): ReturnType<Storage["commit"]> => storage.commit(writes, callOptions);
      return first === undefined ? act() : measure(operationOf(first), typeOf(first.key), act);
    },
    watch: (of, callOptions) => storage.watch(of, callOptions),
    requestProgress: () => storage.requestProgress(),
    compact: (revision) => storage.compact(revision),
    status: (callOptions) => storage.status(callOptions),
    close: () => storage.close(),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

function operationOf(write: Write): Operation {
  if (write.op === "put") return write.guard === "absent" ? "create" : "update";
  return write.op === "delete" ? "delete" : "get";
}

function operationCells(metrics: Metrics): (operation: Operation, type: string) => OperationCells {
  const common = { labels: ["operation", "type"], stability: "ALPHA" } as const;
  const durations = metrics.histogram({
    ...common,
    name: "etcd_request_duration_seconds",
    help: "Duration of requests to the store of any kind, by operation and resource.",
    buckets,
  });
  const totals = metrics.counter({
    ...common,
    name: "etcd_requests_total",
    help: "Requests to the store of any kind, by operation and resource.",
  });
  const errors = metrics.counter({
    ...common,
    name: "etcd_request_errors_total",
    help: "Requests to the store that failed, by operation and resource.",
  });
  const known = new Map<Operation, Map<string, OperationCells>>();
  return (operation, type) => {
    let byType = known.get(operation);
    if (byType === undefined) known.set(operation, (byType = new Map()));
    let cells = byType.get(type);
    if (cells === undefined) {
      const of = [operation, type] as const;
      cells = { duration: durations(...of), total: totals(...of), errors: () => errors(...of) };
      byType.set(type, cells);
    }
    return cells;
  };
}

function listCounters(metrics: Metrics): (type: string, objects: number) => void {
  const counter = (name: string, help: string) =>
    metrics.counter({ name: `apiserver_storage_list_${name}`, help, labels: ["resource"], stability: "ALPHA" });
  const total = counter("total", "Lists that were read from the store.");
  const all = [
    counter("fetched_objects_total", "Objects that lists read from the store."),
    counter("evaluated_objects_total", "Objects of lists from the store that were tested."),
    counter("returned_objects_total", "Objects of lists from the store that were used."),
  ];
  return (type, objects) => {
    total(type).add();
    for (const series of all) series(type).add(objects);
  };
}

/**
 * The resource that a key or a prefix belongs to: `pods`, `deployments.apps`. Prefixes have one or
 * two segments below the root. A key outside of all resources belongs to its first segment.
 */
function resourceTypes(catalog: ResourceCatalog, root: string): (key: string) => string {
  const types = new Map<string, string>();
  catalog.onChange(() => types.clear());
  /** Only prefixes of resources are kept: others come from names of namespaces. */
  const resolve = (prefix: string): string | undefined => {
    const { resource, storage } = catalog.storedAt(prefix.slice(root.length)) ?? {};
    if (storage === undefined || resource === undefined) return undefined;
    const type = qualifiedResource({ ...storage, resource });
    types.set(prefix, type);
    return type;
  };
  return (key) => {
    const first = key.indexOf("/", root.length);
    const short = first < 0 ? key : key.slice(0, first);
    const second = first < 0 ? -1 : key.indexOf("/", first + 1);
    const long = second < 0 ? key : key.slice(0, second);
    return types.get(long) ?? types.get(short) ?? resolve(long) ?? resolve(short) ?? short.slice(root.length);
  };
}
