import type { ServedResource } from "@svc/client";
import { createLocations } from "./locations.ts";
import { type Located, Node } from "./node.ts";

/** The objects and their owner references, by uid. */
export interface Graph {
  /** The node of an object that has owners, dependents or finalizers. */
  get(uid: string): Node | undefined;
  /** The location of an object; undefined if it is not known to exist. */
  locate(uid: string): Omit<Located, "uid"> | undefined;
  /** @param object with a uid that `isTableUid` passes unless it is a node */
  set(object: Node | Located): void;
  remove(uid: string): void;
  /** All objects of a resource. Iterates over the whole graph. */
  uidsOf(resource: ServedResource): readonly string[];
  /** Everything of which an owner is not known. */
  strays(): readonly Node[];
  /** True if any object names it as an owner. */
  hasDependents(uid: string): boolean;
  /** Everything that names it as an owner, whether it is known itself or not. */
  dependentsOf(uid: string): readonly Node[];
}

export function createGraph(): Graph {
  const nodes = new Map<string, Node>();
  const others = createLocations();
  const dependents = new Map<string, Set<string>>();
  const remove = (uid: string): void => {
    others.delete(uid);
    const node = nodes.get(uid);
    if (node === undefined) return;
    nodes.delete(uid);
    for (const owner of node.owners) {
      const known = dependents.get(owner.uid);
      known?.delete(uid);
      if (known?.size === 0) dependents.delete(owner.uid);
    }
  };
  const locate = (uid: string): Omit<Located, "uid"> | undefined => nodes.get(uid) ?? others.get(uid);
  return {
    get: (uid) => nodes.get(uid),
    locate,
    remove,
    set: (object) => {
      remove(object.uid);
      if (!(object instanceof Node)) {
        others.set(object);
        return;
      }
      nodes.set(object.uid, object);
      for (const { uid } of object.owners) {
        const known = dependents.get(uid);
        if (known === undefined) dependents.set(uid, new Set([object.uid]));
        else known.add(object.uid);
      }
    },
    uidsOf: (resource) => [
      ...[...nodes.values()].flatMap((node) => (node.resource === resource ? [node.uid] : [])),
      ...others.uidsOf(resource),
    ],
    strays: () =>
      [...dependents]
        .filter(([owner]) => locate(owner) === undefined)
        .flatMap(([, known]) => [...known].flatMap((dependent) => nodes.get(dependent) ?? [])),
    hasDependents: (uid) => dependents.has(uid),
    dependentsOf: (uid) => [...(dependents.get(uid) ?? [])].flatMap((dependent) => nodes.get(dependent) ?? []),
  };
}
