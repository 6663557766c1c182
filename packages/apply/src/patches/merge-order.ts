import type { JsonValue } from "@svc/meta";

/** Identifies an item of a list. */
export type KeyOf = (item: JsonValue) => string;

/**
 * The order of a merged list: items in `intended` follow its order, others their previous order.
 * Where the order of two is undetermined, the one in `intended` comes first.
 */
export function mergeOrder(
  items: readonly JsonValue[],
  { intended, live }: { readonly intended: readonly JsonValue[]; readonly live: readonly JsonValue[] },
  keyOf: KeyOf,
): JsonValue[] {
  const intendedPositions = positionsOf(intended, keyOf);
  const livePositions = positionsOf(live, keyOf);
  const named: Positioned[] = [];
  const others: Positioned[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const position = intendedPositions.get(key);
    const former = livePositions.get(key);
    if (position === undefined) others.push({ item, position: former ?? Number.POSITIVE_INFINITY, former });
    else named.push({ item, position, former });
  }
  const byPosition = (a: Positioned, b: Positioned): number =>
    a.position === b.position ? 0 : a.position - b.position;
  return interleave(others.sort(byPosition), named.sort(byPosition));
}

interface Positioned {
  readonly item: JsonValue;
  readonly position: number;
  /** The former position. */
  readonly former: number | undefined;
}

function positionsOf(list: readonly JsonValue[], keyOf: KeyOf): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  list.forEach((item, i) => {
    const key = keyOf(item);
    if (!positions.has(key)) positions.set(key, i);
  });
  return positions;
}

/**
 * Merges two ordered lists; an item of `others` precedes an item of `named` only if it did former.
 */
function interleave(others: readonly Positioned[], named: readonly Positioned[]): JsonValue[] {
  const out: JsonValue[] = [];
  let next = 0;
  for (const { item, former } of named) {
    while (next < others.length) {
      const other = others[next] as Positioned;
      if (former === undefined || other.former === undefined || other.former > former) break;
      out.push(other.item);
      next++;
    }
    out.push(item);
  }
  while (next < others.length) out.push((others[next++] as Positioned).item);
  return out;
}
