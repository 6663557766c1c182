import type { Item } from "./item.ts";
import type { Slice } from "./item-tree.ts";

/** Iterates over the items of slices. */
export function* itemsOf<T extends Item>(slices: readonly Slice<T>[]): IterableIterator<T> {
  for (const { items, from, to } of slices) {
    for (let i = from; i < to; i++) {
      const item = items[i];
      if (item !== undefined) yield item;
    }
  }
}

/** Items that are in no chunk, as slices. */
export function slicesOf<T extends Item>(items: readonly T[]): readonly Slice<T>[] {
  return items.length === 0 ? [] : [{ chunk: undefined, items, from: 0, to: items.length }];
}

export function countOf<T extends Item>(slices: readonly Slice<T>[]): number {
  return slices.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The key of the last item. */
export function lastKeyOf<T extends Item>(slices: readonly Slice<T>[]): string | undefined {
  const last = slices[slices.length - 1];
  return last?.items[last.to - 1]?.key;
}
