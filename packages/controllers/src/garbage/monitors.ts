import { reflect, type ServedResource } from "@svc/client";
import { formatApiVersion } from "@svc/meta";
import { informerOptions } from "../control-loop/controller.ts";
import { type Metadata, metadataOf, preferredResources, qualified } from "../control-loop/served-resources.ts";
import type { Collector } from "./collector.ts";
import { createGraphBuilder } from "./graph-builder.ts";
import { createSharing, isBare, type Located, Node } from "./node.ts";
import { isTableUid } from "./uid-table.ts";

/** Keep the graph as the server's objects are. */
interface Monitors {
  /**
   * Starts informers of newly served resources and stops those of removed ones. Resolves once all
   * informers have synced.
   */
  refresh(): Promise<void>;
  /** Resolves immediately unless resources are being read for the first time. */
  readonly synced: Promise<void>;
  /** False if a resource has too many objects. */
  followAll(): boolean;
}

/** The time to wait for resources that cannot be read. */
const syncTimeoutMs = 30_000;

interface Monitor {
  readonly apiVersion: string;
  readonly resource: ServedResource;
  readonly stop: AbortController;
  /** Resolves when everything that was there is known, or nothing more will be. */
  readonly synced: Promise<void>;
  /** True if there are too many objects. */
  isTooLarge(): boolean;
}

interface MonitorsOptions {
  /** The served kinds, by `apiVersion kind`. */
  readonly kinds: Map<string, ServedResource>;
  /** Has an object looked at. */
  readonly enqueue: (uid: string) => void;
  /** Called when other resources may soon be served. */
  readonly onTypesChange: () => void;
}

export function createMonitors(collector: Collector, options: MonitorsOptions): Monitors {
  const { kinds } = options;
  const { reader } = collector.context;
  const monitors = new Map<string, Monitor>();
  let synced: Promise<void> = Promise.resolve();

  const drop = (key: string, { resource, stop }: Monitor): void => {
    stop.abort(new Error("it is not served any more"));
    monitors.delete(key);
    // Their state is unknown; they are not deleted.
    for (const uid of collector.graph.uidsOf(resource)) collector.graph.remove(uid);
  };
  return {
    get synced() {
      return synced;
    },
    followAll: () => [...monitors.values()].every(({ isTooLarge }) => !isTooLarge()),
    refresh: async () => {
      const { resources, unavailable } = await reader.discovery.served();
      kinds.clear();
      for (const resource of resources) kinds.set(`${formatApiVersion(resource)} ${resource.kind}`, resource);
      const desired = new Map(
        preferredResources(resources)
          .filter(isCollected)
          .map((r) => [qualified(r), r]),
      );
      for (const [key, monitor] of monitors)
        if (!desired.has(key) && !unavailable.includes(monitor.apiVersion)) drop(key, monitor);
      const fresh = [...desired].filter(([key]) => !monitors.has(key));
      for (const [key, resource] of fresh) monitors.set(key, startMonitor(collector, resource, options));
      if (fresh.length === 0) return;
      const all = fresh.flatMap(([key]) => monitors.get(key)?.synced ?? []);
      synced = withinTime(collector, Promise.all(all));
      await synced;
    },
  };
}

/** Events are many, own nothing, and go by themselves. */
function isCollected({ resource, verbs }: ServedResource): boolean {
  return resource !== "events" && ["list", "watch", "delete"].every((verb) => verbs.includes(verb));
}

function withinTime({ context }: Collector, all: Promise<unknown>): Promise<void> {
  const { clock, log } = context;
  return new Promise((resolve) => {
    const timer = clock.after(syncTimeoutMs, () => {
      log.warn("some resources cannot be read: garbage is collected without them");
      resolve();
    });
    void all.then(() => {
      timer.cancel();
      resolve();
    });
  });
}

function startMonitor(collector: Collector, resource: ServedResource, options: MonitorsOptions): Monitor {
  const { context, graph } = collector;
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const share = createSharing();
  const { promise: synced, resolve } = Promise.withResolvers<void>();
  const { target, isTooLarge } = createGraphBuilder(collector, resource, { ...options, onComplete: resolve });
  const following = reflect<Metadata, Node | Located>(
    {
      ...informerOptions(context),
      resource: metadataOf(context.reader, resource),
      transform: (object) => {
        const { uid, namespace = "" } = object.metadata;
        return isBare(object) && !graph.hasDependents(uid) && isTableUid(uid)
          ? { resource, namespace: share(namespace), uid }
          : new Node(resource, object, share);
      },
      signal,
    },
    target,
  );
  void following.then(resolve);
  return { apiVersion: formatApiVersion(resource), resource, stop, synced, isTooLarge };
}
