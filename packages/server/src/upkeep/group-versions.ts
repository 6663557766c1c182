import type { ApiObject } from "@svc/meta";
import { hasReason } from "@svc/meta";
import type { BootstrapWriter } from "../bootstrap/bootstrap.ts";
import { follow } from "../follow.ts";
import { createKeeper } from "./keeper.ts";
import type { Upkeep } from "./kept-objects.ts";

/** An `APIService` for each group version that extension types bring, for as long as one of them is served. */
export function keepGroupVersions(writer: BootstrapWriter): Upkeep | undefined {
  const { parts, context } = writer;
  const { catalog, dialect, registry } = parts;
  const endpoint = writer.endpoint(dialect.expand("apiregistration.{api}"), "apiservices");
  if (endpoint === undefined) return undefined;
  const label = dialect.expand("{system}-aggregator.{labels}/automanaged");
  const known = new Map<string, ApiObject>();

  const keep = async (name: string): Promise<void> => {
    const dot = name.indexOf(".");
    const group = name.slice(dot + 1);
    const version = catalog.snapshot().version(group, name.slice(0, dot));
    const existing = known.get(name);
    if (version === undefined) {
      if (existing?.metadata.labels?.[label] === "true") await remove(name);
      return;
    }
    const isExtension = [...version.resources.values()].every((r) => r.version.semantics === "structural");
    if (existing !== undefined || !isExtension || group === "") return;
    await writer.ensure(endpoint, {
      metadata: { name, labels: { [label]: "true" } },
      spec: {
        group,
        version: version.version,
        groupPriorityMinimum: version.priority.group,
        versionPriority: version.priority.version,
      },
    });
  };
  const remove = async (name: string): Promise<void> => {
    try {
      await registry.delete(endpoint, context, { target: { namespace: "", name }, options: {} });
    } catch (error) {
      if (!hasReason(error, "NotFound")) throw error;
    }
  };

  const keeper = createKeeper(parts, "apiservices of extension types", keep);
  const unregister = catalog.onChange(({ added, removed, replaced }) => {
    const changed = [...added, ...removed, ...replaced.flatMap(({ before, after }) => [before, after])];
    for (const { versions } of changed) {
      for (const { group, version, semantics } of versions) {
        if (semantics === "structural") keeper.touch(`${version}.${group}`);
      }
    }
  });
  const following = follow(registry, endpoint, {
    set: (stored) => {
      if (stored.corrupt !== undefined) return;
      known.set(stored.name, stored.object);
    },
    remove: ({ name }) => {
      known.delete(name);
      keeper.touch(name);
    },
  });
  return {
    ready: following.ready,
    // Once all types are there it is known which objects were left by types that are gone.
    idle: () => {
      for (const name of known.keys()) keeper.touch(name);
      return keeper.idle();
    },
    stop: () => {
      unregister();
      keeper.stop();
      following.stop();
    },
  };
}
