/** The name that is spelled almost like the unknown one. */
export function closest(names: Iterable<string>, unknown: string): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.ceil(unknown.length / 3) + 1);
  for (const name of names) {
    if (!/^[A-Za-z_]/.test(name) || Math.abs(name.length - unknown.length) >= bestDistance) continue;
    const distance = editDistance(name.toLowerCase(), unknown.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions and replacements that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
