import { type Informer, type ServedResource, startInformer } from "@svc/client";
import { type ApiObject, type GroupResource, qualifiedResource } from "@svc/meta";
import { type ControllerContext, informerOptions } from "../control-loop/controller.ts";
import { preferredResources } from "../control-loop/served-resources.ts";

/** Copies of the objects of some resources, kept up to date. */
export interface CountedObjects {
  /** Follows these resources, as far as they are served, and no others. */
  follow(resources: readonly GroupResource[]): Promise<void>;
  /** Whether all objects of these resources are known; it is waited for, for a while. */
  isKnown(resources: readonly GroupResource[]): Promise<boolean>;
  /** Of a namespace; nothing for a resource that is not followed. */
  list(resource: GroupResource, namespace: string): readonly ApiObject[];
}

interface CountedObjectsOptions {
  readonly context: ControllerContext;
  /** What an object takes, as a text that is the same as long as nothing changes. */
  readonly fingerprint: (resource: GroupResource, object: ApiObject) => string;
  /** Is told when objects that were there are gone, or take something else. */
  readonly onChange: (resource: GroupResource, namespace: string) => void;
}

interface Followed {
  readonly informer: Informer<ApiObject>;
  readonly stop: AbortController;
}

/** How long to wait for resources that cannot be read. */
const syncTimeoutMs = 30_000;

/** Of these more than their number counts. */
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
      const wanted = new Map(resources.map((resource) => [qualifiedResource(resource), resource]));
      for (const [key, { stop }] of followed) {
        if (wanted.has(key)) continue;
        stop.abort(new Error("no quota is about it any more"));
        followed.delete(key);
      }
      if ([...wanted.keys()].some((key) => !followed.has(key))) {
        const served = preferredResources((await reader.discovery.served()).resources);
        for (const resource of served) {
          const key = qualifiedResource(resource);
          const isListed = ["list", "watch"].every((verb) => resource.verbs.includes(verb));
          // Another key may have begun to follow it meanwhile.
          if (wanted.has(key) && !followed.has(key) && resource.namespaced && isListed)
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
      // What is not followed any more has nothing to wait for.
      return Promise.race([known.catch(() => false), late]).finally(() => timer.cancel());
    },
    list: (resource, namespace) => followed.get(qualifiedResource(resource))?.informer.list(namespace) ?? [],
  };
}
