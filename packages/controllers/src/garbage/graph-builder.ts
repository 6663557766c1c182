import type { ReflectorTarget, ServedResource } from "@svc/client";
import { qualified } from "../control-loop/served-resources.ts";
import type { Collector } from "./collector.ts";
import type { Graph } from "./graph.ts";
import { type Located, Node, orphan, waitsForDependents } from "./node.ts";

interface GraphBuilderOptions {
  /** Adds an object to the work queue, by UID. */
  readonly enqueue: (uid: string) => void;
  /** Called when the set of served resources may change. */
  readonly onTypesChange: () => void;
  /** Called when all objects of the resource are known. */
  readonly onComplete: () => void;
}

/** Updates the graph from the changes of a resource, and enqueues the objects concerned. */
export function createGraphBuilder(
  { context, graph }: Pick<Collector, "context" | "graph">,
  resource: ServedResource,
  { enqueue, onTypesChange, onComplete }: GraphBuilderOptions,
): { readonly target: ReflectorTarget<Node | Located>; readonly isTooLarge: () => boolean } {
  let size = 0;
  let isTooLarge = false;
  const onChange = declaresTypes(resource) ? onTypesChange : () => undefined;
  const set = (object: Node | Located): void => {
    const { uid } = object;
    if (graph.locate(uid) === undefined) size++;
    const before = graph.get(uid);
    graph.set(object);
    enqueueAfter(graph, { before, object }, enqueue);
    onChange();
  };
  const remove = (uid: string): void => {
    if (graph.locate(uid) !== undefined) size--;
    const owners = graph.get(uid)?.owners ?? [];
    graph.remove(uid);
    for (const dependent of graph.dependentsOf(uid)) enqueue(dependent.uid);
    // An owner that waits for its dependents can proceed.
    for (const owner of owners) enqueue(owner.uid);
    onChange();
  };
  const isKnown = (object: Node | Located): boolean =>
    object instanceof Node && graph.get(object.uid)?.resourceVersion === object.resourceVersion;
  const target: ReflectorTarget<Node | Located> = {
    size: () => size,
    set,
    remove: ({ uid }) => remove(uid),
    replace: (objects) => {
      const before = graph.uidsOf(resource);
      if (before.length > 0) {
        const present = new Set(objects.map(({ uid }) => uid));
        for (const uid of before) if (!present.has(uid)) remove(uid);
      }
      for (const object of objects) if (!isKnown(object)) set(object);
      size = objects.length;
      // Owners may have been deleted during the list, without an event.
      if (isTooLarge) for (const { uid } of graph.strays()) enqueue(uid);
      isTooLarge = false;
      onComplete();
    },
    forget: () => {
      if (!isTooLarge)
        context.log.warn("a resource has too many objects to collect: owners that wait for dependents stay", {
          resource: qualified(resource),
        });
      // The objects may still exist, so their dependents must not be enqueued.
      for (const uid of graph.uidsOf(resource)) graph.remove(uid);
      size = 0;
      isTooLarge = true;
    },
  };
  return { target, isTooLarge: () => isTooLarge };
}

/** Enqueues the objects that a change concerns. */
function enqueueAfter(
  graph: Graph,
  { before, object }: { readonly before: Node | undefined; readonly object: Node | Located },
  enqueue: (uid: string) => void,
): void {
  const node = object instanceof Node ? object : undefined;
  const waits = node !== undefined && waitsForDependents(node);
  if (waits || (node?.deleting ? node.finalizers.includes(orphan) : hasOwners(node))) enqueue(object.uid);
  if (waits && (before === undefined || !waitsForDependents(before)))
    for (const dependent of graph.dependentsOf(object.uid)) enqueue(dependent.uid);
  for (const owner of before?.owners ?? []) {
    const now = node?.owners.find(({ uid }) => uid === owner.uid);
    if (now?.blockOwnerDeletion !== owner.blockOwnerDeletion) enqueue(owner.uid);
  }
}

const hasOwners = (node: Node | undefined): boolean => node !== undefined && node.owners.length > 0;

/** True if objects of the resource determine which resources are served. */
function declaresTypes({ resource }: ServedResource): boolean {
  return resource === "customresourcedefinitions" || resource === "apiservices";
}
