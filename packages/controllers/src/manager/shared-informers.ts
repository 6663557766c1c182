import type { Clock, Log } from "@svc/base";
import { type AnyObject, type Client, type Informer, type Selection, startInformer } from "@svc/client";
import { formatApiVersion } from "@svc/meta";
import type { ResourceType } from "./resource-type.ts";

/** Informers of a manager: reconcilers that read the same collection share one. */
export interface SharedInformers {
  /** The informer of a collection, started on first use. */
  of<T extends AnyObject>(type: ResourceType, selection?: Selection): SharedInformer<T>;
}

/** An informer with the name of its collection. */
export interface SharedInformer<T extends AnyObject> {
  /** Group, version and resource, with the selectors. */
  readonly name: string;
  readonly informer: Informer<T>;
}

interface SharedInformersDeps {
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** Ends all informers. */
  readonly signal: AbortSignal;
}

export function createSharedInformers({ client, ...deps }: SharedInformersDeps): SharedInformers {
  const informers = new Map<string, Informer<AnyObject>>();
  return {
    of: <T extends AnyObject>(type: ResourceType, selection: Selection = {}) => {
      const name = nameOf(type, selection);
      let informer = informers.get(name);
      if (informer === undefined) {
        const resource = client.resource<AnyObject>(type);
        informer = startInformer({ resource, dialect: client.dialect, ...deps, ...selection });
        informers.set(name, informer);
      }
      // The readers of a collection declare the type of its objects.
      return { name, informer: informer as Informer<AnyObject> as Informer<T> };
    },
  };
}

function nameOf({ group, version, resource }: ResourceType, { labelSelector, fieldSelector }: Selection): string {
  const selectors = new URLSearchParams({
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  });
  const path = `${formatApiVersion({ group, version })}/${resource}`;
  return selectors.size === 0 ? path : `${path}?${decodeURIComponent(`${selectors}`)}`;
}
