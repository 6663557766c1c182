import { quote } from "@svc/base";

/** Ranges of indexes in the form of jobs: `0,2-4`. */
type Ranges = readonly (readonly [first: number, last: number])[];

type IndexesResult =
  | { readonly ok: true; readonly ranges: Ranges; readonly total: number }
  | { readonly ok: false; readonly problem: string };

/** Reads increasing ranges of indexes below a number of completions. */
export function parseIndexes(text: string, completions: number): IndexesResult {
  const ranges: (readonly [number, number])[] = [];
  let total = 0;
  let previous: number | undefined;
  if (text === "") return { ok: true, ranges, total };
  for (const interval of text.split(",")) {
    const parts = interval.split("-");
    if (parts.length > 2)
      return fails(
        `the fragment ${quote(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`,
      );
    for (const part of parts) {
      if (!/^[+-]?\d+$/.test(part)) return fails(`cannot convert string to integer for index: ${quote(part)}`);
      const index = Number(part);
      if (index >= completions) return fails(`too large index: ${quote(part)}`);
      if (previous !== undefined && index <= previous)
        return fails(`non-increasing order, previous: ${previous}, current: ${index}`);
      previous = index;
    }
    const first = Number(parts[0]);
    const last = Number(parts.at(-1));
    ranges.push([first, last]);
    total += last - first + 1;
  }
  return { ok: true, ranges, total };
}

function fails(problem: string): IndexesResult {
  return { ok: false, problem };
}

/** The first index that is in both. */
export function overlap(a: Ranges, b: Ranges): number | undefined {
  for (let i = 0, j = 0; ; ) {
    const [x, y] = [a[i], b[j]];
    if (x === undefined || y === undefined) return undefined;
    if (x[0] <= y[1] && y[0] <= x[1]) return Math.max(x[0], y[0]);
    if (x[0] < y[0]) i++;
    else j++;
  }
}
