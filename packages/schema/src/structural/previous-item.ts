import { jsonKey } from "./json-equal.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Finds the previous version of a list item: the item with the same keys, in associative lists.
 * Items of other lists have none.
 */
export function previousItem(old: unknown, keys: readonly string[] | undefined): (item: unknown) => unknown {
  if (keys === undefined || !Array.isArray(old)) return () => undefined;
  let byKeys: Map<string, unknown> | undefined;
  return (item) => {
    byKeys ??= new Map(old.flatMap((o: unknown) => (isObject(o) ? [[jsonKey(keyOf(o, keys)), o] as const] : [])));
    return isObject(item) ? byKeys.get(jsonKey(keyOf(item, keys))) : undefined;
  };
}

/** The key fields of an item, as far as present. */
export function keyOf(item: Members, keys: readonly string[]): Members {
  return Object.fromEntries(keys.filter((k) => Object.hasOwn(item, k)).map((k) => [k, item[k]]));
}

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
