import { type CST, isMap, isScalar, isSeq, type Node } from "yaml";

type Block = CST.BlockMap | CST.BlockSequence;
type Collection = Block | CST.FlowCollection;

/** Number of items of a collection that are composed without a pause. */
const partItems = 2_000;

/** A collection that is composed apart from what holds it. */
export interface Part {
  /** Its key or index in its parent. */
  readonly placeholder: CST.FlowScalar;
  /** The collection, in pieces that have its items one after the other. */
  readonly pieces: readonly Piece[];
}

/** A collection with some of the items of a part. */
interface Piece {
  readonly value: Collection;
  /** The tag of the part, and the anchor of the first piece. */
  readonly properties: readonly CST.SourceToken[];
}

/**
 * Takes large collections out of a document, also out of each other, so that each of the pieces has
 * few items. Inner parts come before their parents.
 */
export function detachParts(document: CST.Document): readonly Part[] {
  const parts: Part[] = [];
  detachValue({ holder: document, properties: document.start, parts });
  return parts;
}

/** The place of a value. */
interface ValuePlace {
  readonly holder: { value?: CST.Token };
  /** The tokens before the value. */
  readonly properties: CST.SourceToken[];
  readonly parts: Part[];
}

/** @returns how many items the value holds that were not taken out, at all levels */
function detachValue({ holder, properties, parts }: ValuePlace): number {
  const { value } = holder;
  if (value === undefined || !isCollection(value)) return 0;
  let items = value.items.length;
  for (const item of value.items) items += detachValue({ holder: item, properties: item.sep ?? item.start, parts });
  if (items <= partItems || isOnLineOfKey(value, properties)) return items;
  const own = takeProperties(properties);
  if (own === undefined) return items;
  const { offset, indent } = value;
  const placeholder: CST.FlowScalar = { type: "scalar", offset, indent, source: "~" };
  const withoutAnchor = own.filter(({ type }) => type !== "anchor");
  const pieces = piecesOf(value).map((piece, i) => ({ value: piece, properties: i === 0 ? own : withoutAnchor }));
  parts.push({ placeholder, pieces });
  holder.value = placeholder;
  return 0;
}

/** True for a map that begins on the line of its key, as in `a: b: c`, which is a mistake. */
function isOnLineOfKey({ type }: Collection, before: readonly CST.SourceToken[]): boolean {
  return (
    type === "block-map" &&
    before.some((token) => token.type === "map-value-ind") &&
    !before.some((token) => token.type === "newline")
  );
}

/**
 * Moves a tag and an anchor, with what separates them, from before a value.
 * @returns undefined for several of a kind, which are a mistake
 */
function takeProperties(tokens: CST.SourceToken[]): readonly CST.SourceToken[] | undefined {
  const isProperty = ({ type }: CST.SourceToken): boolean => type === "tag" || type === "anchor";
  const first = tokens.findIndex(isProperty);
  if (first < 0) return [];
  const types = tokens.filter(isProperty).map(({ type }) => type);
  if (new Set(types).size < types.length) return undefined;
  return tokens.splice(first);
}

function isCollection(token: CST.Token): token is Collection {
  return token.type === "block-map" || token.type === "block-seq" || token.type === "flow-collection";
}

/** A block can be cut between any two items, a flow collection where an item follows a comma. */
function piecesOf(collection: Collection): readonly Collection[] {
  if (collection.items.length <= partItems) return [collection];
  return collection.type === "flow-collection" ? flowPieces(collection) : blockPieces(collection);
}

function blockPieces(collection: Block): readonly Collection[] {
  const pieces: Collection[] = [];
  for (let from = 0; from < collection.items.length; from += partItems) {
    const items = collection.items.slice(from, from + partItems);
    pieces.push({ ...collection, offset: offsetOf(items[0]) ?? collection.offset, items } as Collection);
  }
  return pieces;
}

/** Each piece is a collection of its own: without the comma before it, and with an end. */
function flowPieces(collection: CST.FlowCollection): readonly Collection[] {
  const { start, items, end } = collection;
  const pieces: CST.FlowCollection[] = [];
  const isMap = start.type === "flow-map-start";
  let from = 0;
  while (from < items.length) {
    let to = from + partItems;
    while (to < items.length && !followsComma(items[to])) to++;
    const [first, ...others] = items.slice(from, to);
    if (first === undefined) break;
    const offset = from === 0 ? collection.offset : (offsetOf(first) ?? collection.offset);
    const closing: CST.SourceToken = {
      type: isMap ? "flow-map-end" : "flow-seq-end",
      offset: offsetOf(items[to]) ?? offset,
      indent: start.indent,
      source: isMap ? "}" : "]",
    };
    pieces.push({
      ...collection,
      offset,
      items: [from === 0 ? first : withoutComma(first), ...others],
      end: to < items.length ? [closing] : end,
    });
    from = to;
  }
  return pieces;
}

/** True for an item with a value behind one comma: no error is lost by cutting there. */
function followsComma(item: CST.CollectionItem | undefined): boolean {
  if (item === undefined || (item.key === undefined && item.value === undefined)) return false;
  return item.start[0]?.type === "comma" && item.start.filter(({ type }) => type === "comma").length === 1;
}

function withoutComma(item: CST.CollectionItem): CST.FlowCollection["items"][number] {
  return { ...item, start: item.start.slice(1) } as CST.FlowCollection["items"][number];
}

function offsetOf(item: CST.CollectionItem | undefined): number | undefined {
  return item?.start[0]?.offset ?? item?.key?.offset ?? item?.value?.offset;
}

/** Puts the nodes of parts where their placeholders are: scalars that begin where the parts do. */
export function attachParts(node: unknown, partsByOffset: ReadonlyMap<number, Node>): void {
  const partAt = (value: unknown): Node | undefined => {
    const offset = isScalar(value) ? value.range?.[0] : undefined;
    return offset === undefined ? undefined : partsByOffset.get(offset);
  };
  if (isMap(node)) {
    for (const pair of node.items) {
      const part = partAt(pair.value);
      if (part === undefined) attachParts(pair.value, partsByOffset);
      else pair.value = part;
    }
  } else if (isSeq(node)) {
    for (const [i, item] of node.items.entries()) {
      const part = partAt(item);
      if (part === undefined) attachParts(item, partsByOffset);
      else node.items[i] = part;
    }
  }
}
