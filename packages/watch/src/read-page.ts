import { appendAll } from "@svc/base";
import type { CorruptError, KeyRange, RangeOptions, Revision } from "@svc/storage";
import type { ResourceCacheOptions } from "./cache-state.ts";
import type { Item } from "./item.ts";
import { byCodePoints } from "./key-order.ts";

/** A page of the store as items in key order; damaged values become items with `corrupt`. */
export interface ItemPage<T extends Item> {
  readonly revision: Revision;
  readonly items: readonly T[];
  /** Start of the next page; undefined after the last one. */
  readonly next: string | undefined;
  /** Number of keys that follow, if requested. */
  readonly remaining: number;
}

/**
 * Reads a page.
 * @throws {CorruptError} for a damaged value with unknown key
 */
export async function readPage<T extends Item>(
  { changeStream: { storage }, read, readDamaged }: ResourceCacheOptions<T>,
  range: KeyRange,
  options: RangeOptions,
): Promise<ItemPage<T>> {
  const damages: CorruptError[] = [];
  const {
    revision,
    entries,
    more,
    remaining = 0,
  } = await storage.range(range, {
    ...options,
    onCorrupt: (error) => damages.push(error),
  });
  const items = entries.map(read);
  if (damages.length > 0) {
    appendAll(
      items,
      damages.map((error) => readDamaged(damageOf(error))),
    );
    items.sort((a, b) => (byCodePoints(a.key, b.key) ? -1 : 1));
  }
  return { revision, items, next: more ? nextStart(items, range) : undefined, remaining };
}

function damageOf(error: CorruptError): Parameters<ResourceCacheOptions<Item>["readDamaged"]>[0] {
  const { key, revision, message } = error;
  if (key === undefined || revision === undefined) throw error;
  return { key, revision, reason: message };
}

function nextStart(items: readonly Item[], { prefix }: KeyRange): string {
  const last = items.at(-1);
  if (last === undefined) throw new Error(`the store returned no key of ${prefix}, but says that more follow`);
  return `${last.key}\0`;
}
