import type { LocalClient } from "@svc/registry";
import type { ServedVersion } from "@svc/schema";
import { createLocalQueue, type RunningController } from "@svc/server";
import { type ApiService, apiServicesOf } from "./api-service.ts";
import { automanagedLabel } from "./builtin-group-versions.ts";

/**
 * Keeps a registration of each group version that extension types bring, for as long as one of them
 * is served, and undoes what clients change in it. A registration that a client made is left as it
 * is.
 */
export function startExtensionGroupVersions(local: LocalClient): RunningController | undefined {
  const { catalog } = local.registry;
  const services = apiServicesOf(local);
  if (services === undefined) return undefined;
  const label = automanagedLabel(local);
  const known = new Map<string, ApiService>();

  const reconcile = async (name: string): Promise<void> => {
    const dot = name.indexOf(".");
    const group = name.slice(dot + 1);
    const served = catalog.snapshot().version(group, name.slice(0, dot));
    const existing = known.get(name);
    const isKept = existing?.metadata.labels?.[label] === "true";
    if (served === undefined) {
      if (isKept) await services.delete({ namespace: "", name });
      return;
    }
    if (group === "" || !served.isOfExtensions) return;
    const spec = specOf(served);
    if (existing === undefined) await services.ensure({ metadata: { name, labels: { [label]: "true" } }, spec });
    else if (isKept && !isSame(existing.spec, spec))
      await services.change({ namespace: "", name }, (live) => ({ ...live, spec }));
  };

  const queue = createLocalQueue(local, "extension-type-registrations", reconcile);
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
      const registration = stored.object as ApiService;
      known.set(stored.name, registration);
      if (registration.metadata.labels?.[label] === "true") queue.add(stored.name);
    },
    remove: ({ name }) => {
      known.delete(name);
      queue.add(name);
    },
  });
  return {
    ready: informer.ready,
    // Once all types are there, registrations without a type were left by types that are gone.
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

type KeptSpec = Pick<NonNullable<ApiService["spec"]>, "group" | "version" | "groupPriorityMinimum" | "versionPriority">;

function specOf({ group, version, priority }: ServedVersion): KeptSpec {
  return { group, version, groupPriorityMinimum: priority.group, versionPriority: priority.version };
}

function isSame(existing: ApiService["spec"], desired: KeptSpec): boolean {
  const { service, caBundle, insecureSkipTLSVerify, ...rest } = existing ?? {};
  const isLocal = service === undefined && caBundle === undefined && insecureSkipTLSVerify !== true;
  return isLocal && Object.entries(desired).every(([key, value]) => rest[key as keyof KeptSpec] === value);
}
