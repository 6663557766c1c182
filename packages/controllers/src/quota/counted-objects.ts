import { type Informer, type ServedResource, startInformer } from "@svc/client";
import { type ApiObject, type GroupResource, qualifiedResource } from "@svc/meta";
import { type ControllerContext, informerOptions } from "../control-loop/controller.ts";
import { preferredResources } from "../control-loop/served-resources.ts";

/** Copies of the objects of some resources, kept up to date. */
export interface CountedObjects {
  /** Follows these resources, as far as they are served, and no others. */
  follow(resources: readonly GroupResource[]): Promise<void>;
  /**
   * Waits, for a limited time, until all objects of these resources are known; false if they are
   * not.
   */
  isKnown(resources: readonly GroupResource[]): Promise<boolean>;
  /** The objects of a namespace; empty for a resource without an informer. */
  list(resource: GroupResource, namespace: string): readonly ApiObject[];
}

interface CountedObjectsOptions {
  readonly context: ControllerContext;
  /** A text that represents the usage of an object: equal texts mean equal usage. */
  readonly fingerprint: (resource: GroupResource, object: ApiObject) => string;
  /** Called when objects are deleted or their usage changes. */
  readonly onChange: (resource: GroupResource, namespace: string) => void;
}

interface Followed {
  readonly informer: Informer<ApiObject>;
  readonly stop: AbortController;
}

/** The time to wait for resources that cannot be read. */
const syncTimeoutMs = 30_000;

/** Resources of which quotas count more than the number of objects. */
const wholeObjects = ["pods", "services", "persistentvolumeclaims"];

export function createCountedObjects({ context, fingerprint, onChange }: CountedObjectsOptions): CountedObjects {
  const { reader, signal, clock } = context;
  const followed = new Map<string, Followed>();

  const start = (resource: ServedResource): Followed => {
    const stop = new AbortController();
    const { group, version } = resource;
    const metadataOnly = group !== "" || !wholeObjects.includes(resource.resource);
    const informer = startInformer<ApiObject>({
      ...informerOptions(context),
      signal: AbortSignal.any([signal, stop.signal]),
      resource: reader.resource<ApiObject>({ group, version, resource: resource.resource, metadataOnly }),
    });
    const changed = ({ metadata }: { readonly metadata: { readonly namespace?: string } }): void =>
      onChange(resource, metadata.namespace ?? "");
    informer.subscribe({
      // Admission has charged new objects.
      set: (object, before) => {
        if (before !== undefined && fingerprint(resource, object) !== fingerprint(resource, before)) changed(object);
      },
      remove: changed,
    });
    return { informer, stop };
  };

  return {
    follow: async (resources) => {
      const desired = new Map(resources.map((resource) => [qualifiedResource(resource), resource]));
      for (const [key, { stop }] of followed) {
        if (desired.has(key)) continue;
        stop.abort(new Error("no quota is about it any more"));
        followed.delete(key);
      }
      if ([...desired.keys()].some((key) => !followed.has(key))) {
        const served = preferredResources((await reader.discovery.served()).resources);
        for (const resource of served) {
          const key = qualifiedResource(resource);
          const isListed = ["list", "watch"].every((verb) => resource.verbs.includes(verb));
          // Another key may have started to follow it in the meantime.
          if (desired.has(key) && !followed.has(key) && resource.namespaced && isListed)
            followed.set(key, start(resource));
        }
      }
    },
    isKnown: async (resources) => {
      const informers = resources.flatMap((resource) => followed.get(qualifiedResource(resource))?.informer ?? []);
      const { promise: late, resolve } = Promise.withResolvers<false>();
      const timer = clock.after(syncTimeoutMs, () => resolve(false));
      const known = Promise.all(informers.map(({ synced }) => synced)).then(() =>
        informers.every(({ isComplete }) => isComplete),
      );
      // A stopped informer does not sync any more.
      return Promise.race([known.catch(() => false), late]).finally(() => timer.cancel());
    },
    list: (resource, namespace) => followed.get(qualifiedResource(resource))?.informer.list(namespace) ?? [],
  };
}
