import { expect, test } from "vitest";
import type { Figures } from "../figures/figures.ts";
import { comparisonTable, spreadOf } from "./table.ts";

const base: Figures = {
  scenario: "get",
  server: "ours",
  connections: 16,
  seconds: 1,
  done: 100,
  failed: 0,
  perSecond: 100,
  p50Ms: 1,
  p99Ms: 2,
  megabytesPerSecond: 1,
  serverCpuMs: 0.1,
  generatorCpuMs: 0.01,
};

function cellsOf(table: string, row: number): readonly string[] {
  const lines = table.split("\n").slice(2);
  return (lines[row] ?? "")
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test("a row has the medians of the rounds and our ratios to the others", () => {
  const table = comparisonTable([
    base,
    { ...base, perSecond: 300, serverCpuMs: 0.3 },
    { ...base, perSecond: 200, serverCpuMs: 0.2 },
    { ...base, server: "original", perSecond: 50, serverCpuMs: 0.8 },
    { ...base, server: "bare", perSecond: 400, serverCpuMs: 0.05 },
  ]);
  expect(cellsOf(table, 0)).toEqual([
    "get",
    "50, 0.8",
    "400, 0.05",
    "200, 0.2 (0.1 to 0.3)",
    "1 / 2",
    "4 (5)",
    "0.25 (0.125)",
    "0.5",
    "4",
  ]);
});

test("a missing figure is an empty cell", () => {
  expect(cellsOf(comparisonTable([{ ...base, scenario: "watch-calm" }]), 0)).toEqual([
    "watch-calm",
    "",
    "",
    "100, 0.1 (0.1 to 0.1)",
    "1 / 2",
    "",
    "",
    "",
    "",
  ]);
});

test("a spread has its ends", () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
});
