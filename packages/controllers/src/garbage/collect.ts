import type { WorkResult } from "@svc/base";
import { inParallel } from "../control-loop/parallel.ts";
import { deleteLive, readNode, removeFinalizer, removeOwners, unblockOwners } from "./changes.ts";
import type { Collector } from "./collector.ts";
import { blocks, foreground, type Node, orphan, waitsForDependents } from "./node.ts";
import { classifyOwners } from "./owners.ts";

/** The number of dependents of one owner that are orphaned concurrently. */
const parallel = 16;
/** The delay before an owner is deleted, in which dependents may still become known. */
const keptMs = 60_000;

/**
 * Deletes or updates an object as the graph requires, if necessary.
 * @param enqueue queues another object
 */
export async function collect(collector: Collector, node: Node, enqueue: (uid: string) => void): Promise<WorkResult> {
  if (node.deleting && node.finalizers.includes(orphan)) return orphanDependents(collector, node);
  if (waitsForDependents(node)) return deleteDependents(collector, node, enqueue);
  if (!node.deleting && node.owners.length > 0) await collectDependent(collector, node);
  return "done";
}

async function orphanDependents(collector: Collector, owner: Node): Promise<WorkResult> {
  const uids = new Set([owner.uid]);
  const dependents = collector.graph.dependentsOf(owner.uid);
  await inParallel(dependents, parallel, (dependent) => removeOwners(collector, dependent, uids));
  return release(collector, owner, orphan);
}

/** Blocking dependents are deleted first; others after the owner. */
async function deleteDependents(
  collector: Collector,
  owner: Node,
  enqueue: (uid: string) => void,
): Promise<WorkResult> {
  const blocking = collector.graph.dependentsOf(owner.uid).filter((dependent) => blocks(dependent, owner));
  for (const dependent of blocking) if (!dependent.deleting) enqueue(dependent.uid);
  return blocking.length === 0 ? release(collector, owner, foreground) : "done";
}

/**
 * Removes the finalizer of an owner. It stays while the owner may have unknown dependents, which
 * would be deleted instead of orphaned later.
 */
async function release(collector: Collector, owner: Node, finalizer: string): Promise<WorkResult> {
  if (!collector.followsAll()) return { afterMs: keptMs };
  await removeFinalizer(collector, owner, finalizer);
  return "done";
}

/**
 * Deletes an object without a remaining owner; removes references to deleted owners from others.
 */
async function collectDependent(collector: Collector, node: Node): Promise<void> {
  const asKnown = await classifyOwners(collector, node);
  if (asKnown.solid.length === node.owners.length) return;
  // The graph may be stale; before a deletion the object itself is read.
  const live = await readNode(collector, node);
  if (live === undefined || live.deleting || live.owners.length === 0) return;
  const { solid, absent, waiting } = await classifyOwners(collector, live);
  if (solid.length > 0) {
    await removeOwners(collector, node, new Set([...absent, ...waiting].map(({ uid }) => uid)));
    return;
  }
  const dependents = collector.graph.dependentsOf(node.uid);
  if (waiting.length > 0 && dependents.length > 0) {
    // In a cycle all objects wait for each other: one must stop blocking.
    const circle = dependents.some(waitsForDependents) && (await unblockOwners(collector, node));
    if (circle) return;
    await deleteLive(collector, live, "Foreground");
    return;
  }
  await deleteLive(collector, live, policyOf(live));
}

/** The existing finalizer of an earlier deletion determines the policy. */
function policyOf({ finalizers }: Node): "Orphan" | "Foreground" | "Background" {
  if (finalizers.includes(orphan)) return "Orphan";
  return finalizers.includes(foreground) ? "Foreground" : "Background";
}
