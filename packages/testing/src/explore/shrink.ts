/**
 * Returns a subset of `items` for which `fails` still holds, and from which no single item can be
 * left out. `fails(items)` must hold. Source: Zeller, Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", 2002 (ddmin).
 */
export async function shrink<T>(
  items: readonly T[],
  fails: (subset: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (items.length > 0 && (await fails([]))) return [];
  let current = items;
  let parts = 2;
  while (current.length >= 2) {
    const size = Math.ceil(current.length / parts);
    const smaller = await firstFailing(current, size, fails);
    if (smaller !== undefined) {
      current = smaller;
      parts = Math.max(2, Math.min(parts - 1, smaller.length));
    } else if (size === 1) return current;
    else parts = Math.min(current.length, parts * 2);
  }
  return current;
}

/** A part, or all but a part, that still fails. */
async function firstFailing<T>(
  items: readonly T[],
  size: number,
  fails: (subset: readonly T[]) => Promise<boolean>,
): Promise<readonly T[] | undefined> {
  for (let from = 0; from < items.length; from += size) {
    const part = items.slice(from, from + size);
    if (part.length < items.length && (await fails(part))) return part;
  }
  for (let from = 0; from < items.length; from += size) {
    const others = [...items.slice(0, from), ...items.slice(from + size)];
    if (others.length < items.length && others.length > 0 && (await fails(others))) return others;
  }
  return undefined;
}
