import type { ServedResource, Stored } from "@svc/client";
import type { Metadata, OwnerReference } from "../served-resources.ts";

/** What the collector knows of an object: an entry of its graph. */
export interface Node {
  readonly uid: string;
  readonly resource: ServedResource;
  /** Empty where it has none. */
  readonly namespace: string;
  readonly name: string;
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly deleting: boolean;
}

/** Finalizers by which a deletion says what is to become of dependents. */
export const foreground = "foregroundDeletion";
export const orphan = "orphan";

export function nodeOf(resource: ServedResource, { metadata }: Stored<Metadata>): Node {
  const { uid, namespace = "", name, ownerReferences = [], finalizers = [], deletionTimestamp } = metadata;
  const deleting = deletionTimestamp !== undefined;
  return { uid, resource, namespace, name, owners: ownerReferences, finalizers, deleting };
}

/** Whether it goes only when its dependents that block it have gone. */
export function waitsForDependents({ deleting, finalizers }: Node): boolean {
  return deleting && finalizers.includes(foreground);
}

/** Whether an owner must wait for a dependent; nothing waits for itself. */
export function blocks({ uid: own, owners }: Node, owner: Node): boolean {
  return (
    own !== owner.uid && owners.some(({ uid, blockOwnerDeletion }) => uid === owner.uid && blockOwnerDeletion === true)
  );
}

/** As much of an object as its node needs, so that a copy of all of them stays small. */
export function slim({ metadata }: Stored<Metadata>): Stored<Metadata> {
  const { name, namespace, uid, resourceVersion, deletionTimestamp, finalizers, ownerReferences } = metadata;
  return {
    metadata: {
      name,
      uid,
      resourceVersion,
      ...(namespace === undefined ? {} : { namespace }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
    },
  };
}
