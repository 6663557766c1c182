import type { ApiObject } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { createWorkQueue, type RunningController } from "@svc/server";

/**
 * An `APIService` for each group version that extension types bring, for as long as one of them is
 * served.
 */
export function startGroupVersionController(local: LocalClient): RunningController | undefined {
  const { dialect } = local.environment;
  const { catalog } = local.registry;
  const services = local.resource("apiregistration.{api}", "apiservices");
  if (services === undefined) return undefined;
  const label = dialect.expand("{system}-aggregator.{labels}/automanaged");
  const known = new Map<string, ApiObject>();

  const reconcile = async (name: string): Promise<void> => {
    const dot = name.indexOf(".");
    const group = name.slice(dot + 1);
    const version = catalog.snapshot().version(group, name.slice(0, dot));
    const existing = known.get(name);
    if (version === undefined) {
      if (existing?.metadata.labels?.[label] === "true") await services.delete({ namespace: "", name });
      return;
    }
    const isExtension = [...version.resources.values()].every((r) => r.version.semantics === "structural");
    if (existing !== undefined || !isExtension || group === "") return;
    await services.ensure({
      metadata: { name, labels: { [label]: "true" } },
      spec: {
        group,
        version: version.version,
        groupPriorityMinimum: version.priority.group,
        versionPriority: version.priority.version,
      },
    });
  };

  const queue = createWorkQueue({ ...local.environment, name: "apiservices of extension types" }, reconcile);
  const unregister = catalog.onChange(({ added, removed, replaced }) => {
    const changed = [...added, ...removed, ...replaced.flatMap(({ before, after }) => [before, after])];
    for (const { versions } of changed) {
      for (const { group, version, semantics } of versions) {
        if (semantics === "structural") queue.add(`${version}.${group}`);
      }
    }
  });
  const informer = services.inform({
    set: (stored) => {
      if (stored.corrupt !== undefined) return;
      known.set(stored.name, stored.object);
    },
    remove: ({ name }) => {
      known.delete(name);
      queue.add(name);
    },
  });
  return {
    ready: informer.ready,
    // Once all types are there it is known which objects were left by types that are gone.
    idle: () => {
      for (const name of known.keys()) queue.add(name);
      return queue.idle();
    },
    stop: () => {
      unregister();
      queue.stop();
      informer.stop();
    },
  };
}
