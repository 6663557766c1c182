import type { CacheState } from "./cache-state.ts";
import type { Item } from "./item.ts";
import type { Overlay } from "./overlay.ts";
import { namedObject, type Selection } from "./selector.ts";
import { itemsOf } from "./slices.ts";

/** Range of keys of a list. */
export interface Bounds {
  readonly start: string;
  readonly end: string;
}

/** The prefix of all keys of a selection. */
export function scopeOf<T extends Item>(
  { options: { prefix, namespaced } }: CacheState<T>,
  { namespace }: Selection,
): string {
  return namespaced && namespace !== undefined ? `${prefix}${namespace}/` : prefix;
}

/** The keys of a selection from `start` on, which is relative to its scope. */
export function boundsOf<T extends Item>(state: CacheState<T>, selection: Selection, start: string): Bounds {
  const scope = scopeOf(state, selection);
  return { start: scope + start, end: `${scope.slice(0, -1)}0` };
}

/** Returns the items to filter: one by name, those of an index, or all in the bounds. */
export function candidates<T extends Item>(
  state: CacheState<T>,
  selection: Selection,
  { start, end }: Bounds,
): Iterable<T> {
  const named = namedObject(selection);
  if (named !== undefined && (named.namespace !== undefined || !state.options.namespaced)) {
    const item = state.tree.get(state.keyOf(named.namespace ?? "", named.name));
    return item === undefined || item.key < start || item.key >= end ? [] : [item];
  }
  const indexed = fromIndexes(state, selection);
  if (indexed === undefined) return itemsOf(state.tree.slices(start, end));
  return [...withUnreadable(state, indexed)]
    .filter((i) => i.key >= start && i.key < end)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Adds unreadable items: indexes do not have them by their fields. */
function withUnreadable<T extends Item>(
  { tree, options: { unreadable } }: CacheState<T>,
  found: ReadonlyMap<string, T>,
): Iterable<T> {
  if (unreadable === undefined || unreadable.size === 0) return found.values();
  return new Set([...found.values(), ...[...unreadable.values()].filter((item) => tree.get(item.key) === item)]);
}

function fromIndexes<T extends Item>(
  { indexes }: CacheState<T>,
  { fields, labels }: Selection,
): ReadonlyMap<string, T> | undefined {
  for (const { field, op, value } of fields.requirements) {
    const found = op === "=" ? indexes.lookup(`field ${field}`, value) : undefined;
    if (found !== undefined) return found;
  }
  for (const r of labels.requirements) {
    const [value] = r.op === "in" && r.values.length === 1 ? r.values : [];
    const found = value === undefined ? undefined : indexes.lookup(`label ${r.key}`, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the items of an older state: those of the tree without the changes since. */
export function* itemsThroughOverlay<T extends Item>(
  { tree }: CacheState<T>,
  overlay: Overlay<T>,
  { start, end }: Bounds,
): IterableIterator<T> {
  const changed = overlay.keys(start, end);
  let next = 0;
  for (const item of itemsOf(tree.slices(start, end))) {
    for (let key = changed[next]; key !== undefined && key <= item.key; key = changed[++next]) {
      const older = overlay.get(key);
      if (older !== undefined) yield older;
    }
    if (!overlay.has(item.key)) yield item;
  }
  for (let key = changed[next]; key !== undefined; key = changed[++next]) {
    const older = overlay.get(key);
    if (older !== undefined) yield older;
  }
}
