import { expect, it } from "vitest";
import { durationProblem, formatDuration, parseDuration, parseDurationMs } from "./index.ts";

it.each([
  ["0", 0n, "0s"],
  ["0s", 0n, "0s"],
  ["1ns", 1n, "1ns"],
  ["1.5us", 1500n, "1.5µs"],
  ["250ms", 250_000_000n, "250ms"],
  ["1.5s", 1_500_000_000n, "1.5s"],
  ["90s", 90_000_000_000n, "1m30s"],
  ["1h", 3_600_000_000_000n, "1h0m0s"],
  ["-1h30m", -5_400_000_000_000n, "-1h30m0s"],
  [".5s", 500_000_000n, "500ms"],
])("duration %s", (text, nanos, shown) => {
  expect(parseDuration(text)).toBe(nanos);
  expect(formatDuration(nanos)).toBe(shown);
  expect(parseDuration(shown)).toBe(nanos);
});

it.each(["", "1", "s", "1 s", "1d", "1h-1m", "9999999999h", "NaNs", "1e3s"])("%j is no duration", (text) => {
  expect(parseDurationMs(text)).toBeUndefined();
});

it.each([
  ["1s", undefined],
  ["soon", 'invalid duration "soon"'],
  ["-", 'invalid duration "-"'],
  ["1", 'missing unit in duration "1"'],
  ["1s1.5", 'missing unit in duration "1s1.5"'],
  ["1.5.5s", 'missing unit in duration "1.5.5s"'],
  ["1d2h", 'unknown unit "d" in duration "1d2h"'],
  ["9999999999h", 'invalid duration "9999999999h"'],
])("the error for the duration %j: %s", (text, problem) => {
  expect(durationProblem(text)).toBe(problem);
});
