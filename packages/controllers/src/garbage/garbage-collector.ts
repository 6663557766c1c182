import type { WorkQueue } from "@svc/base";
import type { ServedResource } from "@svc/client";
import type { Controller } from "../control-loop/controller.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";
import { collect } from "./collect.ts";
import type { Collector } from "./collector.ts";
import { createGraph } from "./graph.ts";
import { createMonitors } from "./monitors.ts";
import { createRecentSet } from "./recent-set.ts";

/** The interval at which newly served resources are discovered. */
const discoveryIntervalMs = 30_000;
/** The approximate time until a declared type is served. */
const typesChangeMs = 1000;
/** The sizes of the caches of absent owners and of reported references. */
const maxRemembered = 500;

/**
 * Deletes objects whose owners are all deleted, in the foreground or the background as the deletion
 * of the owner requests, or orphans them if it requests that.
 */
export const garbageCollector: Controller = {
  name: "garbage-collector-controller",
  aliases: ["garbagecollector"],
  serviceAccount: "generic-garbage-collector",
  onByDefault: true,
  start: async (context) => {
    const kinds = new Map<string, ServedResource>();
    const collector: Collector = {
      context,
      graph: createGraph(),
      absentOwners: createRecentSet(maxRemembered),
      reported: createRecentSet(maxRemembered),
      followsAll: () => monitors.followAll(),
      resourceOf: ({ apiVersion, kind }) => kinds.get(`${apiVersion} ${kind}`),
    };
    const queue: WorkQueue<string> = createMeasuredQueue<string>({
      ...context,
      name: garbageCollector.name,
      workers: context.workers ?? 20,
      work: async (uid) => {
        // An owner must not be released before all dependents are known.
        await monitors.synced;
        const node = collector.graph.get(uid);
        return node === undefined ? "done" : collect(collector, node, queue.add);
      },
    });
    const begun = Promise.withResolvers<void>();
    context.signal.addEventListener("abort", () => begun.reject(context.signal.reason), { once: true });
    const refreshes = createMeasuredQueue<"resources">({
      ...context,
      name: garbageCollector.name,
      work: async () => {
        await monitors.refresh();
        begun.resolve();
        return { afterMs: discoveryIntervalMs };
      },
    });
    const monitors = createMonitors(collector, {
      kinds,
      enqueue: queue.add,
      onTypesChange: () => refreshes.addAfter("resources", typesChangeMs),
    });
    refreshes.add("resources");
    await begun.promise;
  },
};
