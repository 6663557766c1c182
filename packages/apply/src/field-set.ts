import {
  compareKeys,
  createKeyOrder,
  type FieldKey,
  integerOfKey,
  isIntegerValue,
  isPlainField,
  keyText,
  parsedOrderText,
  plainOrderText,
  self,
  valueKey,
} from "./field-key.ts";

/**
 * A set of field paths, in the form of `fieldsV1`: a trie whose edges are path elements.
 *
 * - The root is never in the set; `{}` is the empty set.
 * - Below the root, `{}` is a path of the set without children; a node with children is itself
 *   in the set when it has `"."`.
 * - Members are in `fieldsV1` order, and every node has at least one path. Sets are immutable:
 *   results share nodes with the operands, and an operand without a difference is returned as
 *   is. So the cost of ownership follows the size of a change, and the set of a manager without
 *   changes is neither parsed nor serialized again.
 */
export interface FieldSet {
  readonly [key: string]: FieldSet;
}

type Draft = Record<FieldKey, FieldSet>;

export const emptySet: FieldSet = Object.freeze({});
/** A path without children. */
export const leaf: FieldSet = Object.freeze({});
/** The node at `"."`. */
const itself: Draft = Object.freeze({ [self]: leaf }) as Draft;

export function isEmpty(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** True when a node below the root is a path of the set. */
export function isMember(node: FieldSet): boolean {
  return node[self] !== undefined || isEmpty(node);
}

/**
 * A node that is not itself in the set, from children in any order; undefined when there are none.
 */
export function setOf(children: readonly (readonly [FieldKey, FieldSet])[]): FieldSet | undefined {
  return children.length === 0 ? undefined : nodeOf(inOrder(children));
}

/** A node that is in the set itself. */
export function memberOf(children: readonly (readonly [FieldKey, FieldSet])[]): FieldSet {
  return children.length === 0 ? leaf : nodeOf([[self, leaf], ...inOrder(children)]);
}

/** Like `memberOf`, for children that are leaves. */
export function memberOfLeaves(keys: readonly FieldKey[]): FieldSet {
  if (keys.length <= manyMembers) return memberOf(keys.map((key) => [key, leaf]));
  const node: Draft = { [self]: leaf };
  for (const key of isInOrder(keys) ? keys : sortedKeys([...keys])) node[key] = leaf;
  return node;
}

/** A larger object is a dictionary in any case: without pairs it is made in half the time. */
const manyMembers = 1_024;

/**
 * Up to this many members are set one by one. V8 turns an object that grows further this way into a
 * dictionary, which is twenty times slower to iterate.
 */
const fewMembers = 4;

function nodeOf(children: readonly (readonly [FieldKey, FieldSet])[]): FieldSet {
  if (children.length > fewMembers) return Object.fromEntries(children);
  const node: Draft = {};
  for (const [key, child] of children) node[key] = child;
  return node;
}

type Children = readonly (readonly [FieldKey, FieldSet])[];

function inOrder(children: Children): Children {
  for (let i = 1; i < children.length; i++) {
    const [before, after] = [children[i - 1], children[i]];
    if (before !== undefined && after !== undefined && compareKeys(before[0], after[0]) > 0) return sorted(children);
  }
  return children;
}

function isInOrder(keys: readonly FieldKey[]): boolean {
  for (let i = 1; i < keys.length; i++) if (compareKeys(keys[i - 1] as FieldKey, keys[i] as FieldKey) > 0) return false;
  return true;
}

/** From this many children on, sorting the keys without a comparison function is faster. */
const manyChildren = 64;

/**
 * Large nodes usually hold keys whose order is that of a text, or only integers of a set. Sorting
 * these without a comparison function is five times as fast.
 */
function sorted(children: Children): Children {
  if (children.length < manyChildren) return [...children].sort((a, b) => compareKeys(a[0], b[0]));
  const keys = sortedKeys(children.map(([key]) => key));
  if (children.every(([, child]) => child === leaf)) return keys.map((key) => [key, leaf] as const);
  const byKey = new Map(children);
  return keys.map((key) => [key, byKey.get(key) as FieldSet] as const);
}

function sortedKeys(keys: FieldKey[]): readonly FieldKey[] {
  if (keys.every(isPlainField)) return keys.sort();
  if (keys.every(isIntegerValue)) return Array.from(Float64Array.from(keys, integerOfKey).sort(), valueKey);
  const texts = keys.map(plainOrderText);
  const all = texts.includes(undefined) ? keys.map(parsedOrderText) : texts;
  const byText = new Map<string, FieldKey>();
  const others: FieldKey[] = [];
  for (const [i, key] of keys.entries()) {
    const text = all[i];
    if (text === undefined) others.push(key);
    else byText.set(text, key);
  }
  const ordered = [...byText.keys()].sort().map((text) => byText.get(text) as FieldKey);
  const order = createKeyOrder();
  return others.length === 0 ? ordered : mergedKeys(ordered, others.sort(order), order);
}

/** The paths of `a` or `b`. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmpty(b)) return a;
  return isEmpty(a) ? b : unionOfChildren(a, b);
}

function unionOfNodes(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  if (isEmpty(b)) return isMember(a) ? a : { ...itself, ...a };
  if (isEmpty(a)) return isMember(b) ? b : { ...itself, ...b };
  return unionOfChildren(a, b);
}

function unionOfChildren(a: FieldSet, b: FieldSet): FieldSet {
  let out: Draft | undefined;
  let added: FieldKey[] | undefined;
  for (const key in b) {
    const mine = a[key];
    const other = b[key] as FieldSet;
    if (mine === undefined) {
      added ??= [];
      added.push(key);
      continue;
    }
    const node = unionOfNodes(mine, other);
    if (node === mine) continue;
    out ??= { ...a };
    out[key] = node;
  }
  const base = out ?? a;
  if (added === undefined) return base;
  return nodeOf(mergedKeys(Object.keys(a), added).map((key) => [key, (base[key] ?? b[key]) as FieldSet]));
}

/** Merges two sorted lists of disjoint keys. */
function mergedKeys(a: readonly FieldKey[], b: readonly FieldKey[], order = compareKeys): readonly FieldKey[] {
  const keys: FieldKey[] = [];
  let next = 0;
  for (const key of a) {
    while (next < b.length && order(b[next] as FieldKey, key) < 0) keys.push(b[next++] as FieldKey);
    keys.push(key);
  }
  while (next < b.length) keys.push(b[next++] as FieldKey);
  return keys;
}

/** The paths of `a` that are not in `b`; paths below a path of `b` remain. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a) || isEmpty(b)) return a;
  return (a === b ? undefined : withoutChildren(a, b, minusNode)) ?? emptySet;
}

function minusNode(a: FieldSet, b: FieldSet): FieldSet | undefined {
  if (isEmpty(a)) return isMember(b) ? undefined : a;
  return withoutChildren(a, isEmpty(b) ? itself : b, minusNode);
}

/** The paths of `a` that are neither in `b` nor below a path of `b`. */
export function exclude(a: FieldSet, b: FieldSet): FieldSet {
  return isEmpty(b) ? a : (withoutChildren(a, b, excludeNode) ?? emptySet);
}

function excludeNode(a: FieldSet, b: FieldSet): FieldSet | undefined {
  return isMember(b) ? undefined : withoutChildren(a, b, excludeNode);
}

function withoutChildren(
  a: FieldSet,
  b: FieldSet,
  minus: (a: FieldSet, b: FieldSet) => FieldSet | undefined,
): FieldSet | undefined {
  let out: Draft | undefined;
  let dropped: Set<FieldKey> | undefined;
  for (const key in b) {
    const mine = a[key];
    if (mine === undefined) continue;
    const node = minus(mine, b[key] as FieldSet);
    if (node === mine) continue;
    if (node === undefined) {
      dropped ??= new Set();
      dropped.add(key);
    } else {
      out ??= { ...a };
      out[key] = node;
    }
  }
  return dropped === undefined ? (out ?? a) : without(out ?? a, dropped);
}

/** A node without some of its children: a leaf or undefined when none remain. */
function without(node: FieldSet, dropped: ReadonlySet<FieldKey>): FieldSet | undefined {
  const kept: [FieldKey, FieldSet][] = [];
  for (const key in node) if (!dropped.has(key)) kept.push([key, node[key] as FieldSet]);
  const [first] = kept;
  if (first === undefined) return undefined;
  return kept.length === 1 && first[0] === self ? leaf : nodeOf(kept);
}

/** The paths of both `a` and `b`. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  return (isEmpty(a) || isEmpty(b) ? undefined : setOf(commonChildren(a, b))) ?? emptySet;
}

function commonChildren(a: FieldSet, b: FieldSet): readonly (readonly [FieldKey, FieldSet])[] {
  const found: (readonly [FieldKey, FieldSet])[] = [];
  for (const key in b) {
    const mine = key === self ? undefined : a[key];
    const node = mine === undefined ? undefined : commonNode(mine, b[key] as FieldSet);
    if (node !== undefined) found.push([key, node]);
  }
  return found;
}

function commonNode(a: FieldSet, b: FieldSet): FieldSet | undefined {
  const children = commonChildren(a, b);
  return isMember(a) && isMember(b) ? memberOf(children) : setOf(children);
}

/** True when every path of `a` is in `b`. */
export function isSubset(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  for (const key in a) {
    if (key === self) continue;
    const mine = a[key] as FieldSet;
    const other = b[key];
    if (other === undefined || (isMember(mine) && !isMember(other)) || !isSubset(mine, other)) return false;
  }
  return true;
}

/** True when a node has exactly `count` members, its `"."` included. */
export function hasChildren(node: FieldSet, count: number): boolean {
  let left = count;
  for (const _ in node) left--;
  return left === 0;
}

/** True for a set with more than so many nodes; no more of them are visited. */
export function isLargerThan(set: FieldSet, nodes: number): boolean {
  let left = nodes;
  const visit = (node: FieldSet): boolean => {
    for (const key in node) if (--left < 0 || visit(node[key] as FieldSet)) return true;
    return false;
  };
  return visit(set);
}

/** True when two sets hold the same paths. */
export function sameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  let count = 0;
  for (const key in a) {
    const other = b[key];
    if (other === undefined || !sameSet(a[key] as FieldSet, other)) return false;
    count++;
  }
  return hasChildren(b, count);
}

/**
 * Formats the paths of a set for messages: at each level the paths themselves, then their children.
 */
export function pathsOf(set: FieldSet): string[] {
  const paths: string[] = [];
  const visit = (node: FieldSet, prefix: string): void => {
    const keys = Object.keys(node).filter((key) => key !== self);
    for (const key of keys) if (isMember(node[key] as FieldSet)) paths.push(prefix + keyText(key));
    for (const key of keys) visit(node[key] as FieldSet, prefix + keyText(key));
  };
  visit(set, "");
  return paths;
}
