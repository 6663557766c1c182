import type { Node } from "./node.ts";

/** Who owns whom, by uid. */
export interface Graph {
  get(uid: string): Node | undefined;
  set(node: Node): void;
  remove(uid: string): void;
  /** Everything of which an owner is not known. */
  strays(): readonly Node[];
  /** Everything that names it as an owner, whether it is known itself or not. */
  dependentsOf(uid: string): readonly Node[];
}

export function createGraph(): Graph {
  const nodes = new Map<string, Node>();
  const dependents = new Map<string, Set<string>>();
  const remove = (uid: string): void => {
    const node = nodes.get(uid);
    if (node === undefined) return;
    nodes.delete(uid);
    for (const owner of node.owners) {
      const known = dependents.get(owner.uid);
      known?.delete(uid);
      if (known?.size === 0) dependents.delete(owner.uid);
    }
  };
  return {
    get: (uid) => nodes.get(uid),
    remove,
    set: (node) => {
      remove(node.uid);
      nodes.set(node.uid, node);
      for (const { uid } of node.owners) {
        const known = dependents.get(uid);
        if (known === undefined) dependents.set(uid, new Set([node.uid]));
        else known.add(node.uid);
      }
    },
    strays: () =>
      [...dependents]
        .filter(([owner]) => !nodes.has(owner))
        .flatMap(([, known]) => [...known].flatMap((dependent) => nodes.get(dependent) ?? [])),
    dependentsOf: (uid) => [...(dependents.get(uid) ?? [])].flatMap((dependent) => nodes.get(dependent) ?? []),
  };
}
