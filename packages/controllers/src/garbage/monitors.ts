import { type Informer, type ServedResource, startInformer } from "@svc/client";
import { formatApiVersion } from "@svc/meta";
import { informerOptions } from "../controller.ts";
import { type Metadata, metadataOf, preferredResources, qualified } from "../served-resources.ts";
import type { Collector } from "./collector.ts";
import { createSharing, Node, orphan, waitsForDependents } from "./node.ts";

/** Keep the graph as the server's objects are. */
interface Monitors {
  /** Follows what is served now, and no longer what is not. Resolves when everything that is there is known. */
  refresh(): Promise<void>;
  /** Resolves at once unless resources are being read for the first time. */
  readonly synced: Promise<void>;
  /** Whether none of the resources has too many objects. */
  followAll(): boolean;
}

/** How long anybody waits for resources that cannot be read. */
const syncTimeoutMs = 30_000;

interface Monitor {
  readonly apiVersion: string;
  readonly informer: Informer<Metadata, Node>;
  readonly stop: AbortController;
  isTooLarge: boolean;
}

interface MonitorsOptions {
  /** Filled with what is served, by `apiVersion kind`. */
  readonly kinds: Map<string, ServedResource>;
  /** Has an object looked at. */
  readonly enqueue: (uid: string) => void;
  /** Is told when other resources may soon be served. */
  readonly onTypesChange: () => void;
}

export function createMonitors(collector: Collector, options: MonitorsOptions): Monitors {
  const { kinds } = options;
  const { reader } = collector.context;
  const monitors = new Map<string, Monitor>();
  let synced: Promise<void> = Promise.resolve();

  const drop = (key: string, { informer, stop }: Monitor): void => {
    stop.abort(new Error("it is not served any more"));
    monitors.delete(key);
    // They are not gone: nobody knows.
    for (const { uid } of informer.list()) collector.graph.remove(uid);
  };
  return {
    get synced() {
      return synced;
    },
    followAll: () => [...monitors.values()].every(({ isTooLarge }) => !isTooLarge),
    refresh: async () => {
      const { resources, unavailable } = await reader.discovery.served();
      kinds.clear();
      for (const resource of resources) kinds.set(`${formatApiVersion(resource)} ${resource.kind}`, resource);
      const wanted = new Map(
        preferredResources(resources)
          .filter(isCollected)
          .map((r) => [qualified(r), r]),
      );
      for (const [key, monitor] of monitors)
        if (!wanted.has(key) && !unavailable.includes(monitor.apiVersion)) drop(key, monitor);
      const fresh = [...wanted].filter(([key]) => !monitors.has(key));
      for (const [key, resource] of fresh) monitors.set(key, startMonitor(collector, resource, options));
      if (fresh.length === 0) return;
      const all = fresh.flatMap(([key]) => monitors.get(key)?.informer.synced ?? []);
      synced = withinTime(collector, Promise.all(all));
      await synced;
    },
  };
}

/** Events are many, own nothing, and go by themselves. */
function isCollected({ resource, verbs }: ServedResource): boolean {
  return resource !== "events" && ["list", "watch", "delete"].every((verb) => verbs.includes(verb));
}

/** Objects that have resources served, or not any more. */
function declaresTypes({ resource }: ServedResource): boolean {
  return resource === "customresourcedefinitions" || resource === "apiservices";
}

function withinTime({ context }: Collector, all: Promise<unknown>): Promise<void> {
  const { clock, log } = context;
  return new Promise((resolve) => {
    const timer = clock.after(syncTimeoutMs, () => {
      log.warn("some resources cannot be read: garbage is collected without them");
      resolve();
    });
    // An informer that ends before it has synced has nothing to wait for.
    all
      .catch(() => undefined)
      .finally(() => {
        timer.cancel();
        resolve();
      });
  });
}

function startMonitor(
  collector: Collector,
  resource: ServedResource,
  { enqueue, onTypesChange }: MonitorsOptions,
): Monitor {
  const { context, graph } = collector;
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const objects = metadataOf(context.reader, resource);
  const share = createSharing();
  const informer = startInformer<Metadata, Node>({
    ...informerOptions(context),
    resource: objects,
    keep: (object) => new Node(resource, object, share),
    signal,
  });
  if (declaresTypes(resource)) informer.subscribe({ set: onTypesChange, remove: onTypesChange });
  informer.subscribe({
    set: (node) => {
      const before = graph.get(node.uid);
      graph.set(node);
      enqueueAfter(collector, before, node, enqueue);
    },
    remove: ({ uid }) => {
      const node = graph.get(uid);
      graph.remove(uid);
      for (const dependent of graph.dependentsOf(uid)) enqueue(dependent.uid);
      // An owner that waits for its dependents may go on.
      for (const owner of node?.owners ?? []) enqueue(owner.uid);
    },
  });
  const monitor: Monitor = { apiVersion: formatApiVersion(resource), informer, stop, isTooLarge: false };
  informer.subscribe({
    complete: (isComplete) => {
      if (!isComplete && !monitor.isTooLarge)
        context.log.warn("a resource has too many objects to collect: owners that wait for dependents stay", {
          resource: qualified(resource),
        });
      // They are not gone: nobody knows.
      if (!isComplete) for (const { uid } of informer.list()) graph.remove(uid);
      // Owners may have gone meanwhile without a word.
      else if (monitor.isTooLarge) for (const { uid } of graph.strays()) enqueue(uid);
      monitor.isTooLarge = !isComplete;
    },
  });
  return monitor;
}

/** Whoever a change may concern. */
function enqueueAfter(
  { graph }: Collector,
  before: Node | undefined,
  node: Node,
  enqueue: (uid: string) => void,
): void {
  const waits = waitsForDependents(node);
  if (waits || (node.deleting ? node.finalizers.includes(orphan) : node.owners.length > 0)) enqueue(node.uid);
  if (waits && (before === undefined || !waitsForDependents(before)))
    for (const dependent of graph.dependentsOf(node.uid)) enqueue(dependent.uid);
  for (const owner of before?.owners ?? []) {
    const now = node.owners.find(({ uid }) => uid === owner.uid);
    if (now?.blockOwnerDeletion !== owner.blockOwnerDeletion) enqueue(owner.uid);
  }
}
