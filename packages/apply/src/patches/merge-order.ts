import type { JsonValue } from "@svc/meta";

/** What items of a list are the same by. */
export type KeyOf = (item: JsonValue) => string;

/**
 * The order of a list that was merged: items that `wanted` names stand as they do there, others as
 * they stood before. Where nothing says which of two comes first, the one that is named does.
 */
export function mergeOrder(
  items: readonly JsonValue[],
  wanted: readonly JsonValue[],
  live: readonly JsonValue[],
  keyOf: KeyOf,
): JsonValue[] {
  const wantedAt = placesOf(wanted, keyOf);
  const liveAt = placesOf(live, keyOf);
  const named: Placed[] = [];
  const others: Placed[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const place = wantedAt.get(key);
    const before = liveAt.get(key);
    if (place === undefined) others.push({ item, place: before ?? Number.POSITIVE_INFINITY, before });
    else named.push({ item, place, before });
  }
  const byPlace = (a: Placed, b: Placed): number => (a.place === b.place ? 0 : a.place - b.place);
  return interleave(others.sort(byPlace), named.sort(byPlace));
}

interface Placed {
  readonly item: JsonValue;
  readonly place: number;
  /** Where it stood. */
  readonly before: number | undefined;
}

function placesOf(list: readonly JsonValue[], keyOf: KeyOf): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  list.forEach((item, i) => {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, i);
  });
  return places;
}

/**
 * Merges two ordered lists; an item of the first goes before one of the second only where it stood
 * before it.
 */
function interleave(others: readonly Placed[], named: readonly Placed[]): JsonValue[] {
  const out: JsonValue[] = [];
  let next = 0;
  for (const { item, before } of named) {
    while (next < others.length) {
      const other = others[next] as Placed;
      if (before === undefined || other.before === undefined || other.before > before) break;
      out.push(other.item);
      next++;
    }
    out.push(item);
  }
  while (next < others.length) out.push((others[next++] as Placed).item);
  return out;
}
