import { type CST, isMap, isScalar, isSeq, type Node } from "yaml";

type Block = CST.BlockMap | CST.BlockSequence;
type Collection = Block | CST.FlowCollection;

/** Items of collections that are composed at once. */
const partItems = 2_000;

/** A collection that is composed apart from what holds it. */
export interface Part {
  /** Where it stands in what holds it. */
  readonly placeholder: CST.FlowScalar;
  /** The collection, in pieces that have its items one after the other. */
  readonly pieces: readonly Collection[];
}

/**
 * Takes large collections out of a document, also out of each other, so that each of the pieces has
 * few items. Inner parts come before their parents.
 */
export function detachParts(root: CST.Token | undefined): readonly Part[] {
  const parts: Part[] = [];
  if (root !== undefined && isCollection(root)) detachWithin(root, parts);
  return parts;
}

/** @returns how many items the collection holds that were not taken out, at all levels */
function detachWithin(collection: Collection, parts: Part[]): number {
  let items = collection.items.length;
  for (const item of collection.items) {
    const { value } = item;
    if (value === undefined || !isCollection(value)) continue;
    const inner = detachWithin(value, parts);
    if (inner <= partItems) {
      items += inner;
      continue;
    }
    const { offset, indent } = value;
    const placeholder: CST.FlowScalar = { type: "scalar", offset, indent, source: "~" };
    parts.push({ placeholder, pieces: piecesOf(value) });
    item.value = placeholder;
  }
  return items;
}

function isCollection(token: CST.Token): token is Collection {
  return token.type === "block-map" || token.type === "block-seq" || token.type === "flow-collection";
}

/** A block can be cut between any two items; a flow collection is one piece. */
function piecesOf(collection: Collection): readonly Collection[] {
  if (collection.type === "flow-collection" || collection.items.length <= partItems) return [collection];
  const pieces: Collection[] = [];
  for (let from = 0; from < collection.items.length; from += partItems) {
    const items = collection.items.slice(from, from + partItems);
    const [first] = items;
    const offset = first?.start[0]?.offset ?? first?.key?.offset ?? first?.value?.offset ?? collection.offset;
    pieces.push({ ...collection, offset, items } as Collection);
  }
  return pieces;
}

/** Puts the nodes of parts where their placeholders are. */
export function attachParts(node: unknown, parts: ReadonlyMap<CST.Token, Node>): void {
  const partAt = (value: unknown): Node | undefined => {
    const token = isScalar(value) ? value.srcToken : undefined;
    return token === undefined ? undefined : parts.get(token);
  };
  if (isMap(node)) {
    for (const pair of node.items) {
      const part = partAt(pair.value);
      if (part === undefined) attachParts(pair.value, parts);
      else pair.value = part;
    }
  } else if (isSeq(node)) {
    for (const [i, item] of node.items.entries()) {
      const part = partAt(item);
      if (part === undefined) attachParts(item, parts);
      else node.items[i] = part;
    }
  }
}
