import type { Dialect } from "@svc/meta";
import { markdownTable, shortNumber } from "../figures/statistics.ts";
import type { RunOptions } from "../scenarios/run-loop.ts";
import type { ServerProgram } from "../servers/server.ts";

export interface CurveOptions {
  readonly program: ServerProgram;
  readonly dialect: Dialect;
  readonly sizes: readonly number[];
  readonly run: Pick<RunOptions, "warmupMs" | "durationMs" | "workers">;
}

/** One point of a curve: a cost at an amount. */
export interface CurvePoint {
  /** The number of watchers, bindings or objects. */
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
