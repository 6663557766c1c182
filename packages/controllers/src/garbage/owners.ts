import type { ServedResource } from "@svc/client";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { metadataOf, type OwnerReference, qualified } from "../control-loop/served-resources.ts";
import type { Collector } from "./collector.ts";
import { isBare, type Located, Node, waitsForDependents } from "./node.ts";
import { reportMisplaced } from "./report-misplaced.ts";

/** The states of the owners of an object. */
interface Owners {
  /** There, or not known to be gone: they keep it. */
  readonly solid: readonly OwnerReference[];
  /** Owners that were deleted, or that never existed in their namespace. */
  readonly absent: readonly OwnerReference[];
  /** Being deleted, and waiting for their dependents. */
  readonly waiting: readonly OwnerReference[];
}

export async function classifyOwners(collector: Collector, node: Node): Promise<Owners> {
  const owners: Record<keyof Owners, OwnerReference[]> = { solid: [], absent: [], waiting: [] };
  for (const owner of node.owners) owners[await stateOf(collector, node, owner)].push(owner);
  return owners;
}

async function stateOf(collector: Collector, node: Node, owner: OwnerReference): Promise<keyof Owners> {
  const resource = collector.resourceOf(owner);
  // The existence of an owner of an unserved kind is unknown: its dependents are kept.
  if (resource === undefined) return "solid";
  const known = collector.graph.get(owner.uid);
  if (isMisplaced(collector.graph.locate(owner.uid), node, resource)) await reportMisplaced(collector, node, owner);
  // A cluster-scoped object cannot name the namespace of its owner; that is a mistake, but no
  // reason to delete it.
  if (resource.namespaced && node.namespace === "") return "solid";
  // An owner in another namespace is none. Nor is one that has another name, or is of another kind.
  const place: OwnerPlace = { resource, namespace: resource.namespaced ? node.namespace : "" };
  if (known !== undefined && isReferenced(known, owner, place)) return waitsForDependents(known) ? "waiting" : "solid";
  return (await exists(collector, owner, place)) ? "solid" : "absent";
}

/** True if an owner is in a namespace that the reference cannot name. */
function isMisplaced(
  there: Pick<Located, "namespace"> | undefined,
  { namespace }: Node,
  resource: ServedResource,
): boolean {
  return resource.namespaced && (namespace === "" || (there !== undefined && there.namespace !== namespace));
}

/** The resource of a referenced owner, and its namespace; empty for a cluster-scoped one. */
interface OwnerPlace {
  readonly resource: ServedResource;
  readonly namespace: string;
}

/** True if a node of the graph is the owner that a reference names. */
function isReferenced(known: Node, owner: OwnerReference, { resource, namespace }: OwnerPlace): boolean {
  const samePlace = !resource.namespaced || known.namespace === namespace;
  return samePlace && known.name === owner.name && qualified(known.resource) === qualified(resource);
}

/**
 * Reads an owner from the server: the graph may not have it yet, and keeps only the uid of most
 * objects.
 */
async function exists(
  { context, graph, absentOwners }: Collector,
  { name, uid }: OwnerReference,
  { resource, namespace }: OwnerPlace,
): Promise<boolean> {
  const key = `${qualified(resource)}/${namespace}/${name}/${uid}`;
  if (absentOwners.has(key)) return false;
  const live = await ignoreNotFound(
    metadataOf(context.client, resource, namespace).get(name, { signal: context.signal }),
  );
  if (live?.metadata.uid === uid) {
    // Read once: from now on the graph has it as an owner. A deletion in the meantime has removed
    // it from the graph, and an event reports any other change.
    const there = graph.get(uid) === undefined ? graph.locate(uid) : undefined;
    if (there !== undefined && isBare(live)) graph.set(new Node(there.resource, live));
    return true;
  }
  // Uids are never reused, so a deleted owner stays absent.
  absentOwners.add(key);
  return false;
}
