import { markdownTable, shortNumber } from "../statistics.ts";

/** What something costs at so much of something else. */
export interface CurvePoint {
  /** How many watchers, bindings, objects. */
  readonly at: number;
  readonly figures: Readonly<Record<string, number>>;
}

export function curveTable(what: string, points: readonly CurvePoint[]): string {
  const columns = [...new Set(points.flatMap(({ figures }) => Object.keys(figures)))];
  return markdownTable([
    [what, ...columns],
    ...points.map(({ at, figures }) => [
      at.toLocaleString("en"),
      ...columns.map((name) => shortNumber(figures[name] ?? Number.NaN)),
    ]),
  ]);
}
