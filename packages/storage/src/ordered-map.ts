/**
 * An ordered map from text to values, a B+tree: keys by plain comparison, entries in leaves. `fork`
 * is a copy in constant time: both sides share nodes, and each copies a node before it first
 * changes it.
 */
export interface OrderedMap<V> {
  readonly size: number;
  get(key: string): V | undefined;
  /** Returns the replaced value. */
  set(key: string, value: V): V | undefined;
  /** Returns the removed value. */
  delete(key: string): V | undefined;
  /**
   * Visits entries from `lower` to below `upper` in order, until `visit` returns false. It must not
   * change the map.
   */
  scan(lower: string, upper: string | undefined, visit: (key: string, value: V) => boolean): void;
  fork(): OrderedMap<V>;
}

const maxWidth = 64;
const minWidth = 20;

/** A holder of the node's owner token may change the node in place. */
type Owner = object;

interface Node<V> {
  readonly owner: Owner;
  /**
   * In a leaf the keys of its entries; in a branch, at i, a lower bound of child i + 1 and above
   * all of child i.
   */
  readonly keys: string[];
  /** Values of a leaf; undefined in a branch. */
  readonly values: V[] | undefined;
  readonly children: Node<V>[] | undefined;
}

/** Creates an empty map. */
export function createOrderedMap<V>(): OrderedMap<V> {
  const owner = {};
  return new Tree<V>({ owner, keys: [], values: [], children: undefined }, { size: 0, owner });
}

class Tree<V> implements OrderedMap<V> {
  #root: Node<V>;
  #size: number;
  #owner: Owner;

  constructor(root: Node<V>, { size, owner }: { readonly size: number; readonly owner: Owner }) {
    this.#root = root;
    this.#size = size;
    this.#owner = owner;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    let node = this.#root;
    while (node.children !== undefined) node = node.children[childAt(node.keys, key)]!;
    const at = lowerBound(node.keys, key);
    return node.keys[at] === key ? node.values![at] : undefined;
  }

  set(key: string, value: V): V | undefined {
    const root = this.#own(this.#root);
    this.#root = root;
    const before = this.#size;
    const replaced = this.#insert(root, key, value);
    if (this.#size > before && root.keys.length > maxWidth) {
      const { separator, right } = this.#split(root, false);
      this.#root = { owner: this.#owner, keys: [separator], values: undefined, children: [root, right] };
    }
    return replaced;
  }

  delete(key: string): V | undefined {
    if (this.get(key) === undefined) return undefined;
    const root = this.#own(this.#root);
    const removed = this.#remove(root, key);
    this.#root = root.children?.length === 1 ? root.children[0]! : root;
    this.#size--;
    return removed;
  }

  scan(lower: string, upper: string | undefined, visit: (key: string, value: V) => boolean): void {
    scanNode(this.#root, { lower, upper, visit });
  }

  fork(): OrderedMap<V> {
    this.#owner = {};
    return new Tree(this.#root, { size: this.#size, owner: {} });
  }

  #own(node: Node<V>): Node<V> {
    if (node.owner === this.#owner) return node;
    return {
      owner: this.#owner,
      keys: node.keys.slice(),
      values: node.values?.slice(),
      children: node.children?.slice(),
    };
  }

  #insert(node: Node<V>, key: string, value: V): V | undefined {
    if (node.children === undefined) return this.#insertInLeaf(node, key, value);
    const at = childAt(node.keys, key);
    const child = this.#own(node.children[at]!);
    node.children[at] = child;
    const appends = child.children === undefined && key > child.keys[child.keys.length - 1]!;
    const replaced = this.#insert(child, key, value);
    if (child.keys.length > maxWidth) {
      const { separator, right } = this.#split(child, appends);
      node.keys.splice(at, 0, separator);
      node.children.splice(at + 1, 0, right);
    }
    return replaced;
  }

  #insertInLeaf(leaf: Node<V>, key: string, value: V): V | undefined {
    const at = lowerBound(leaf.keys, key);
    const values = leaf.values!;
    if (leaf.keys[at] === key) {
      const replaced = values[at];
      values[at] = value;
      return replaced;
    }
    leaf.keys.splice(at, 0, key);
    values.splice(at, 0, value);
    this.#size++;
    return undefined;
  }

  /**
   * Moves the upper part of an overfull node to a new one; keys that arrive in order leave full
   * nodes behind.
   */
  #split(node: Node<V>, appends: boolean): { readonly separator: string; readonly right: Node<V> } {
    const at = appends ? node.keys.length - 1 : node.keys.length >> 1;
    const owner = this.#owner;
    if (node.children === undefined) {
      const keys = node.keys.splice(at);
      const right = { owner, keys, values: node.values!.splice(at), children: undefined };
      return { separator: keys[0]!, right };
    }
    const keys = node.keys.splice(at + 1);
    const right = { owner, keys, values: undefined, children: node.children.splice(at + 1) };
    return { separator: node.keys.pop()!, right };
  }

  #remove(node: Node<V>, key: string): V {
    if (node.children === undefined) {
      const at = lowerBound(node.keys, key);
      node.keys.splice(at, 1);
      return node.values!.splice(at, 1)[0]!;
    }
    const at = childAt(node.keys, key);
    const child = this.#own(node.children[at]!);
    node.children[at] = child;
    const removed = this.#remove(child, key);
    if (child.keys.length < minWidth) this.#merge(node, at);
    return removed;
  }

  /** Merges a sparse child with a neighbour if both fit into one node. */
  #merge(node: Node<V>, at: number): void {
    const children = node.children!;
    const left = at > 0 ? at - 1 : at;
    const right = children[left + 1];
    if (right === undefined || children[left]!.keys.length + right.keys.length + 1 > maxWidth) return;
    const into = this.#own(children[left]!);
    children[left] = into;
    if (into.children !== undefined) into.keys.push(node.keys[left]!);
    for (const item of right.keys) into.keys.push(item);
    for (const item of right.values ?? []) into.values?.push(item);
    for (const item of right.children ?? []) into.children?.push(item);
    children.splice(left + 1, 1);
    node.keys.splice(left, 1);
  }
}

/** A scan of the keys from `lower` to before `upper`, until `visit` returns false. */
interface Scan<V> {
  readonly lower: string;
  readonly upper: string | undefined;
  readonly visit: (key: string, value: V) => boolean;
}

function scanNode<V>(node: Node<V>, scan: Scan<V>): boolean {
  const { lower, upper, visit } = scan;
  if (node.children === undefined) {
    const values = node.values!;
    for (let i = lowerBound(node.keys, lower); i < node.keys.length; i++) {
      const key = node.keys[i]!;
      if ((upper !== undefined && key >= upper) || !visit(key, values[i]!)) return false;
    }
    return true;
  }
  for (let i = childAt(node.keys, lower); i < node.children.length; i++) {
    if (i > 0 && upper !== undefined && node.keys[i - 1]! >= upper) return false;
    if (!scanNode(node.children[i]!, scan)) return false;
  }
  return true;
}

/** Index of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the child whose range contains `key`. */
function childAt(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}
