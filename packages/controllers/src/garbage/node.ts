import type { ServedResource, Stored } from "@svc/client";
import type { Metadata, OwnerReference } from "../control-loop/served-resources.ts";

/**
 * The existence and location of an object: all that is kept of one without owners and dependents
 * that is not being deleted.
 */
export interface Located {
  readonly resource: ServedResource;
  /** Empty where it has none. */
  readonly namespace: string;
  readonly uid: string;
}

/** An object with owners, dependents or finalizers, in the collector's graph. */
export class Node implements Located {
  readonly resource: ServedResource;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly namespace: string;
  readonly name: string;
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly deleting: boolean;

  /** @param share gives equal texts as one. @default as they are */
  constructor(resource: ServedResource, { metadata }: Stored<Metadata>, share?: (text: string) => string) {
    this.resource = resource;
    this.uid = metadata.uid;
    this.resourceVersion = metadata.resourceVersion;
    const { namespace = "" } = metadata;
    this.namespace = share?.(namespace) ?? namespace;
    this.name = metadata.name;
    this.owners = metadata.ownerReferences ?? none;
    this.finalizers = metadata.finalizers ?? none;
    this.deleting = metadata.deletionTimestamp !== undefined;
  }
}

/** True if the object alone gives no reason to keep more than its location. */
export function isBare({ metadata }: Stored<Metadata>): boolean {
  const { ownerReferences = none, deletionTimestamp } = metadata;
  return ownerReferences.length === 0 && deletionTimestamp === undefined;
}

/** Gives equal texts as one, as far as they came lately: a thousand of them. */
export function createSharing(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= maxShared) known.clear();
    known.set(text, text);
    return text;
  };
}

const maxShared = 1000;

// One for all: most objects have neither.
const none: readonly never[] = [];

/** Finalizers by which a deletion selects what happens to dependents. */
export const foreground = "foregroundDeletion";
export const orphan = "orphan";

/** True if it is removed only after the dependents that block its deletion. */
export function waitsForDependents({ deleting, finalizers }: Node): boolean {
  return deleting && finalizers.includes(foreground);
}

/** True if an owner must wait for a dependent; no object waits for itself. */
export function blocks({ uid: own, owners }: Node, owner: Node): boolean {
  return (
    own !== owner.uid && owners.some(({ uid, blockOwnerDeletion }) => uid === owner.uid && blockOwnerDeletion === true)
  );
}
