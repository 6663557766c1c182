import { type ApiObject, formatApiVersion, hasReason, type OwnerReference } from "@svc/meta";
import type { Controller, ControllerContext } from "./controller.ts";
import { follow } from "./follow.ts";
import { pathOf, type ResourceType } from "./resource-types.ts";
import { createWorkQueue, type WorkQueue } from "./work-queue.ts";

/** An object as the collector knows it. */
interface Node {
  readonly uid: string;
  readonly type: ResourceType;
  readonly namespace: string;
  readonly name: string;
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly deleting: boolean;
}

const foreground = "foregroundDeletion";
const orphan = "orphan";

/** How often resources are looked for that were not served before. */
const discoveryIntervalMs = 30_000;

/**
 * Deletes objects whose owners are all gone, in the foreground or the background as the owner's deletion says, or frees them where it
 * says that they are to be orphaned.
 */
export const garbageCollector: Controller = {
  name: "garbage-collector",
  start: async (context) => {
    const graph = new Graph();
    const queue: WorkQueue<string> = createWorkQueue<string>({
      name: "garbage-collector",
      clock: context.clock,
      log: context.log,
      signal: context.signal,
      workers: 8,
      work: (uid) => process(context, graph, uid),
    });
    const followed = new Set<string>();
    const followNew = async (): Promise<void> => {
      const types = await context.types();
      const fresh = types.filter((type) => isCollected(type) && !followed.has(`${type.group}/${type.resource}`));
      graph.setTypes(types);
      for (const type of fresh) followed.add(`${type.group}/${type.resource}`);
      await Promise.all(fresh.map((type) => followType(context, graph, queue, type)));
    };
    await followNew();
    const again = (): void => {
      if (context.signal.aborted) return;
      followNew()
        .catch((error: unknown) => context.log.debug("discovery failed", { error: String(error) }))
        .finally(() => context.clock.after(discoveryIntervalMs, again));
    };
    context.clock.after(discoveryIntervalMs, again);
  },
};

/** Events are many, own nothing, and go by themselves. */
function isCollected({ resource, verbs }: ResourceType): boolean {
  return resource !== "events" && ["list", "watch", "delete"].every((verb) => verbs.includes(verb));
}

function followType(
  context: ControllerContext,
  graph: Graph,
  queue: WorkQueue<string>,
  type: ResourceType,
): Promise<void> {
  const { api, clock, log, signal, metaGroup } = context;
  return follow(
    { api, path: pathOf(type), metaGroup, clock, log, signal },
    {
      set: (object) => {
        const node = nodeOf(type, object);
        graph.set(node);
        if (node.owners.length > 0 || node.deleting) queue.add(node.uid);
      },
      remove: ({ metadata }) => {
        const uid = metadata.uid ?? "";
        const node = graph.get(uid);
        graph.remove(uid);
        for (const dependent of graph.dependentsOf(uid)) queue.add(dependent.uid);
        // An owner that waits for its dependents may go on.
        for (const owner of node?.owners ?? []) queue.add(owner.uid);
      },
    },
  );
}

function nodeOf(type: ResourceType, { metadata }: ApiObject): Node {
  const { uid = "", namespace = "", name = "", ownerReferences = [], finalizers = [], deletionTimestamp } = metadata;
  return { uid, type, namespace, name, owners: ownerReferences, finalizers, deleting: deletionTimestamp !== undefined };
}

/** Who owns whom. */
class Graph {
  readonly #nodes = new Map<string, Node>();
  readonly #dependents = new Map<string, Set<string>>();
  readonly #types = new Map<string, ResourceType>();

  setTypes(types: readonly ResourceType[]): void {
    for (const type of types) this.#types.set(`${formatApiVersion(type)} ${type.kind}`, type);
  }

  typeOf({ apiVersion, kind }: OwnerReference): ResourceType | undefined {
    return this.#types.get(`${apiVersion} ${kind}`);
  }

  get(uid: string): Node | undefined {
    return this.#nodes.get(uid);
  }

  set(node: Node): void {
    this.remove(node.uid);
    this.#nodes.set(node.uid, node);
    for (const { uid } of node.owners) {
      const known = this.#dependents.get(uid);
      if (known === undefined) this.#dependents.set(uid, new Set([node.uid]));
      else known.add(node.uid);
    }
  }

  remove(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node === undefined) return;
    this.#nodes.delete(uid);
    for (const owner of node.owners) {
      const known = this.#dependents.get(owner.uid);
      known?.delete(uid);
      if (known?.size === 0) this.#dependents.delete(owner.uid);
    }
  }

  dependentsOf(uid: string): readonly Node[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((id) => this.#nodes.get(id) ?? []);
  }
}

/** @returns whether it has to be looked at again later */
async function process(context: ControllerContext, graph: Graph, uid: string): Promise<boolean> {
  const node = graph.get(uid);
  if (node === undefined) return false;
  if (node.deleting && node.finalizers.includes(orphan)) return orphanDependents(context, graph, node);
  if (node.deleting && node.finalizers.includes(foreground)) return deleteDependents(context, graph, node);
  if (node.deleting || node.owners.length === 0) return false;
  return collect(context, graph, node);
}

async function orphanDependents(context: ControllerContext, graph: Graph, owner: Node): Promise<boolean> {
  for (const dependent of graph.dependentsOf(owner.uid)) await removeOwner(context, dependent, [owner.uid]);
  await removeFinalizer(context, owner, orphan);
  return false;
}

async function deleteDependents(context: ControllerContext, graph: Graph, owner: Node): Promise<boolean> {
  const blocking = graph
    .dependentsOf(owner.uid)
    .filter((d) => d.owners.some((o) => o.uid === owner.uid && o.blockOwnerDeletion === true));
  if (blocking.length === 0) {
    await removeFinalizer(context, owner, foreground);
    for (const dependent of graph.dependentsOf(owner.uid)) await collect(context, graph, dependent);
    return false;
  }
  for (const dependent of blocking) {
    if (!dependent.deleting) await collect(context, graph, dependent);
  }
  return false;
}

type OwnerState = "present" | "absent" | "waits";

/** Deletes an object when no owner of it is left; drops owners that are gone while others are there. */
async function collect(context: ControllerContext, graph: Graph, node: Node): Promise<boolean> {
  const states = new Map<string, OwnerState>();
  for (const owner of node.owners) states.set(owner.uid, await ownerState(context, graph, node, owner));
  const of = (state: OwnerState): OwnerReference[] => node.owners.filter((o) => states.get(o.uid) === state);
  if (of("present").length > 0) {
    const gone = [...of("absent"), ...of("waits")].map((o) => o.uid);
    if (gone.length > 0) await removeOwner(context, node, gone);
    return false;
  }
  // Whoever waits in the foreground wants the same of what depends on its dependents.
  const policy = of("waits").length > 0 && graph.dependentsOf(node.uid).length > 0 ? "Foreground" : policyOf(node);
  await deleteObject(context, node, policy);
  return false;
}

function policyOf({ finalizers }: Node): string {
  if (finalizers.includes(orphan)) return "Orphan";
  return finalizers.includes(foreground) ? "Foreground" : "Background";
}

async function ownerState(
  context: ControllerContext,
  graph: Graph,
  node: Node,
  owner: OwnerReference,
): Promise<OwnerState> {
  const known = graph.get(owner.uid);
  if (known !== undefined) {
    // Who names an owner in another namespace has none there.
    if (known.type.namespaced && known.namespace !== node.namespace) return "absent";
    return known.deleting && known.finalizers.includes(foreground) ? "waits" : "present";
  }
  const type = graph.typeOf(owner);
  // Of a kind that is not served nothing is known: nobody dares to delete.
  if (type === undefined) return "present";
  if (type.namespaced && node.namespace === "") return "present";
  try {
    const { metadata } = await context.api.get(pathOf(type, node.namespace, owner.name));
    return metadata.uid === owner.uid ? "present" : "absent";
  } catch (error) {
    if (hasReason(error, "NotFound")) return "absent";
    throw error;
  }
}

async function deleteObject(
  { api }: ControllerContext,
  { type, namespace, name, uid }: Node,
  propagationPolicy: string,
): Promise<void> {
  const options = { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy, preconditions: { uid } };
  await ignoringAbsence(api.send("DELETE", pathOf(type, namespace, name), options));
}

async function removeOwner(context: ControllerContext, node: Node, uids: readonly string[]): Promise<void> {
  await changeMetadata(context, node, ({ ownerReferences = [] }) => ({
    ownerReferences: ownerReferences.filter((o) => !uids.includes(o.uid)),
  }));
}

async function removeFinalizer(context: ControllerContext, node: Node, finalizer: string): Promise<void> {
  await changeMetadata(context, node, ({ finalizers = [] }) => ({
    finalizers: finalizers.filter((f) => f !== finalizer),
  }));
}

/** Changes some of an object's metadata, if it is still the same object. */
async function changeMetadata(
  { api }: ControllerContext,
  { type, namespace, name, uid }: Node,
  next: (metadata: ApiObject["metadata"]) => object,
): Promise<void> {
  const path = pathOf(type, namespace, name);
  const live = await ignoringAbsence(api.get(path));
  if (live === undefined || live.metadata.uid !== uid) return;
  const { resourceVersion } = live.metadata;
  const patch = { metadata: { uid, resourceVersion, ...next(live.metadata) } };
  await ignoringAbsence(api.send("PATCH", path, patch, "application/merge-patch+json"));
}

async function ignoringAbsence<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (hasReason(error, "NotFound")) return undefined;
    throw error;
  }
}
