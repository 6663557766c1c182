import type { ServedResource } from "@svc/client";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { metadataOf, type OwnerReference, qualified } from "../control-loop/served-resources.ts";
import type { Collector } from "./collector.ts";
import { isBare, type Located, Node, waitsForDependents } from "./node.ts";
import { reportMisplaced } from "./report-misplaced.ts";

/** What the owners of an object are to it. */
interface Owners {
  /** There, or not known to be gone: they keep it. */
  readonly solid: readonly OwnerReference[];
  /** There no more, or never where they are said to be. */
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
  // Something outside of namespaces cannot say in which one its owner is; that is a mistake, and no
  // reason to delete it.
  if (resource.namespaced && node.namespace === "") return "solid";
  // An owner in another namespace is none. Nor is one that has another name, or is of another kind.
  if (known !== undefined && isMeant(known, node, owner, resource))
    return waitsForDependents(known) ? "waiting" : "solid";
  return (await isThere(collector, node, owner, resource)) ? "solid" : "absent";
}

/** Whether an owner is in another namespace than a reference can mean. */
function isMisplaced(
  there: Pick<Located, "namespace"> | undefined,
  { namespace }: Node,
  resource: ServedResource,
): boolean {
  return resource.namespaced && (namespace === "" || (there !== undefined && there.namespace !== namespace));
}

function isMeant(known: Node, node: Node, owner: OwnerReference, resource: ServedResource): boolean {
  const samePlace = !resource.namespaced || known.namespace === node.namespace;
  return samePlace && known.name === owner.name && qualified(known.resource) === qualified(resource);
}

/**
 * Asks the server: what is not in the graph may be too new for it, and of most that is only its uid
 * is known.
 */
async function isThere(
  { context, graph, absentOwners }: Collector,
  { namespace }: Node,
  { name, uid }: OwnerReference,
  resource: ServedResource,
): Promise<boolean> {
  const within = resource.namespaced ? namespace : "";
  const key = `${qualified(resource)}/${within}/${name}/${uid}`;
  if (absentOwners.has(key)) return false;
  const live = await ignoreNotFound(metadataOf(context.client, resource, within).get(name, { signal: context.signal }));
  if (live?.metadata.uid === uid) {
    // Asked once: from now on it is known as an owner. What went meanwhile is not in the graph any
    // more; what became more than an owner, an event will tell.
    const there = graph.get(uid) === undefined ? graph.locate(uid) : undefined;
    if (there !== undefined && isBare(live)) graph.set(new Node(there.resource, live));
    return true;
  }
  // A uid is never given twice: what is gone once stays so.
  absentOwners.add(key);
  return false;
}
