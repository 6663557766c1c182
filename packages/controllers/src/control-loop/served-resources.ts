import type { AnyObject, Client, ResourceClient, ServedResource } from "@svc/client";

/** Each resource once, in the version that its group prefers. */
export function preferredResources(resources: readonly ServedResource[]): readonly ServedResource[] {
  const found = new Map<string, ServedResource>();
  for (const resource of resources) {
    const key = qualified(resource);
    if (!found.has(key)) found.set(key, resource);
  }
  return [...found.values()];
}

/** The resource and its group, as one name: `deployments.apps`, `pods.` */
export function qualified({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return `${resource}.${group}`;
}

/** Metadata as every object has it; all that controllers of objects of any kind look at. */
export interface Metadata extends AnyObject {
  readonly metadata?: NonNullable<AnyObject["metadata"]> & {
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly ownerReferences?: readonly OwnerReference[];
  };
}

/** The reference of a dependent to its owner. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/**
 * The metadata of a resource's objects.
 * @param namespace none for all namespaces, and for cluster-scoped resources
 */
export function metadataOf(
  client: Client,
  { group, version, resource }: ServedResource,
  namespace?: string,
): ResourceClient<Metadata> {
  const within = namespace === undefined || namespace === "" ? {} : { namespace };
  return client.resource<Metadata>({ group, version, resource, metadataOnly: "unowned", ...within });
}
