const units = ["Ms", "Seconds", "Bytes"];

/**
 * The name that `name` is probably meant for: one that differs by one letter (two letters from
 * eight letters on), by the case of letters, or by a unit that was left out, as in `timeout` for
 * `timeoutMs`.
 */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const bound = name.length < 8 ? 1 : 2;
  let nearest: string | undefined;
  let least = bound + 1;
  for (const each of names) {
    if (each.toLowerCase() === name.toLowerCase() || units.some((unit) => each === name + unit)) return each;
    // Very short names are all near each other.
    if (each.length < 4 || Math.abs(each.length - name.length) > bound) continue;
    const distance = editDistance(name, each);
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}

/** Letters to insert, remove or replace, or neighbours to swap, until one text is the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
