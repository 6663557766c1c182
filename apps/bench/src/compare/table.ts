import type { Figures } from "../figures/figures.ts";
import { markdownTable, median, shortNumber } from "../figures/statistics.ts";
import { type Aim, aims } from "./aims.ts";

/** A figure over rounds. */
interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/**
 * The table of a comparison: a row a scenario, medians over the rounds, each of our figures with
 * its ratio beside it.
 */
export function comparisonTable(all: readonly Figures[]): string {
  const names = [...new Set(all.map(({ scenario }) => scenario))];
  return markdownTable([
    [
      "scenario",
      "original: per second, CPU ms",
      "bare node: per second, CPU ms",
      "ours: per second, CPU ms (lowest to highest)",
      "p50 / p99 ms",
      "rate: ours / original (aim)",
      "CPU: ours / original (aim)",
      "rate: ours / bare",
      "CPU: ours / bare",
    ],
    ...names.map((scenario) =>
      row(
        scenario,
        all.filter((figures) => figures.scenario === scenario),
      ),
    ),
  ]);
}

function row(scenario: string, all: readonly Figures[]): readonly string[] {
  const [ours, original, bare] = ["ours", "original", "bare"].map((server) => summaryOf(all, server));
  const aim: Aim = aims[scenario] ?? {};
  return [
    scenario,
    shortPair(original),
    shortPair(bare),
    ours === undefined ? "" : `${shortPair(ours)} (${shortNumber(ours.cpu.low)} to ${shortNumber(ours.cpu.high)})`,
    ours === undefined ? "" : `${shortNumber(ours.p50Ms)} / ${shortNumber(ours.p99Ms)}`,
    ratio(ours?.rate, original?.rate, aim.rate),
    ratio(ours?.cpu, original?.cpu, aim.cpu),
    ratio(ours?.rate, bare?.rate),
    ratio(ours?.cpu, bare?.cpu),
  ];
}

interface Summary {
  readonly rate: Spread;
  readonly cpu: Spread;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

function summaryOf(all: readonly Figures[], server: string): Summary | undefined {
  const own = all.filter((figures) => figures.server === server);
  if (own.length === 0) return undefined;
  return {
    rate: spreadOf(own.map(({ perSecond }) => perSecond)),
    cpu: spreadOf(own.map(({ serverCpuMs = Number.NaN }) => serverCpuMs)),
    p50Ms: median(own.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(own.map(({ p99Ms }) => p99Ms)),
  };
}

function shortPair(summary: Summary | undefined): string {
  return summary === undefined ? "" : `${shortNumber(summary.rate.median)}, ${shortNumber(summary.cpu.median)}`;
}

function ratio(ours: Spread | undefined, other: Spread | undefined, aim?: number): string {
  if (ours === undefined || other === undefined) return "";
  const text = shortNumber(ours.median / other.median);
  return aim === undefined ? text : `${text} (${shortNumber(aim)})`;
}
