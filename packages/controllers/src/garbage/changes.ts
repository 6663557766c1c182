import type { DeleteOptions, Stored } from "@svc/client";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { type Metadata, metadataOf, type OwnerReference } from "../control-loop/served-resources.ts";
import type { Collector } from "./collector.ts";
import { Node } from "./node.ts";

/**
 * The object as it is now.
 * @returns undefined if it is deleted, even if another object has its name
 */
export async function readNode({ context }: Collector, node: Node): Promise<Node | undefined> {
  const { client, signal } = context;
  const live = await ignoreNotFound(metadataOf(client, node.resource, node.namespace).get(node.name, { signal }));
  if (live === undefined || live.metadata.uid !== node.uid) return undefined;
  return new Node(node.resource, live);
}

/** Deletes only the version that was read: an object that was adopted since is kept. */
export async function deleteLive(
  { context }: Collector,
  { resource, namespace, name, uid, resourceVersion }: Node,
  propagationPolicy: NonNullable<DeleteOptions["propagationPolicy"]>,
): Promise<void> {
  const { client, signal } = context;
  const preconditions = { uid, resourceVersion };
  await ignoreNotFound(
    metadataOf(client, resource, namespace).delete(name, { propagationPolicy, preconditions, signal }),
  );
}

export async function removeOwners(collector: Collector, node: Node, uids: ReadonlySet<string>): Promise<void> {
  await changeMetadata(collector, node, ({ ownerReferences = [] }) => {
    const rest = ownerReferences.filter((owner) => !uids.has(owner.uid));
    return rest.length === ownerReferences.length ? undefined : { ownerReferences: rest };
  });
}

/** Lets every owner go without waiting for this object. @returns whether that changed anything */
export async function unblockOwners(collector: Collector, node: Node): Promise<boolean> {
  return changeMetadata(collector, node, ({ ownerReferences = [] }) =>
    ownerReferences.some((owner) => owner.blockOwnerDeletion === true)
      ? { ownerReferences: ownerReferences.map((owner): OwnerReference => ({ ...owner, blockOwnerDeletion: false })) }
      : undefined,
  );
}

export async function removeFinalizer(collector: Collector, node: Node, finalizer: string): Promise<void> {
  await changeMetadata(collector, node, ({ finalizers = [] }) =>
    finalizers.includes(finalizer) ? { finalizers: finalizers.filter((f) => f !== finalizer) } : undefined,
  );
}

/**
 * Changes an object's metadata, if it is the same object and has no concurrent change.
 * @returns true if the metadata changed
 */
async function changeMetadata(
  { context }: Collector,
  { resource, namespace, name, uid }: Node,
  change: (metadata: Stored<Metadata>["metadata"]) => object | undefined,
): Promise<boolean> {
  const { client, signal } = context;
  const objects = metadataOf(client, resource, namespace);
  const live = await ignoreNotFound(objects.get(name, { signal }));
  if (live === undefined || live.metadata.uid !== uid) return false;
  const desired = change(live.metadata);
  if (desired === undefined) return false;
  const { resourceVersion } = live.metadata;
  await ignoreNotFound(
    objects.patch(name, { type: "merge", patch: { metadata: { uid, resourceVersion, ...desired } } }, { signal }),
  );
  return true;
}
