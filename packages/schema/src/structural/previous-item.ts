import { jsonEqual, jsonKey } from "./json-equal.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Finds the previous version of a list item: in associative lists, the first item with the same
 * keys. Items of other lists have none, nor have items that lack a key.
 */
export function previousItem(old: unknown, keys: readonly string[] | undefined): (item: unknown) => unknown {
  if (keys === undefined || !Array.isArray(old)) return () => undefined;
  let byKeys: Map<string, unknown> | undefined;
  return (item) => {
    byKeys ??= firstByKeys(old, keys);
    return hasKeys(item, keys) ? byKeys.get(jsonKey(keyOf(item, keys))) : undefined;
  };
}

function firstByKeys(list: readonly unknown[], keys: readonly string[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of list) {
    const key = hasKeys(item, keys) ? jsonKey(keyOf(item, keys)) : undefined;
    if (key !== undefined && !found.has(key)) found.set(key, item);
  }
  return found;
}

/** Whether an associative list has one item for its keys, as far as items differ. */
export function isKeyed(list: readonly unknown[], keys: readonly string[]): boolean {
  const first = previousItem(list, keys);
  return list.every((item) => jsonEqual(first(item), item));
}

/** Whether a value is an item with all its keys. */
function hasKeys(item: unknown, keys: readonly string[]): item is Members {
  return isObject(item) && keys.every((key) => Object.hasOwn(item, key) && item[key] !== null);
}

/** The key fields of an item, as far as present. */
export function keyOf(item: Members, keys: readonly string[]): Members {
  return Object.fromEntries(keys.filter((k) => Object.hasOwn(item, k)).map((k) => [k, item[k]]));
}

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
