import type { Steps } from "./steps.ts";

/** Elements that are sorted, or merged, between two steps: some milliseconds of work. */
const stepLength = 16_384;

/**
 * Sorts a list in steps; equal elements keep their order.
 * @param compare of the elements, as `Array.prototype.sort` takes it
 */
export function* sortSteps<T>(list: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < list.length; start += stepLength) {
    if (start > 0) yield;
    runs.push(list.slice(start, start + stepLength).sort(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergeSteps(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const fromA = j >= b.length || (i < a.length && compare(a[i] as T, b[j] as T) <= 0);
    merged.push((fromA ? a[i++] : b[j++]) as T);
    if (merged.length % stepLength === 0) yield;
  }
  return merged;
}
