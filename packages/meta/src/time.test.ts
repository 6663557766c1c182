import { expect, it } from "vitest";
import { formatInstant, formatMicroTime, formatTime, parseTime, timeMs } from "./index.ts";

it.each([
  ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000000Z"],
  ["2020-01-01T00:00:00.123456789Z", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.123456Z"],
  ["2020-01-01T02:30:00+02:30", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000000Z"],
  ["2019-12-31T23:00:00-01:00", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000000Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"],
])("%s is written in whole seconds, and with microseconds", (text, seconds, micro) => {
  const instant = parseTime(text)!;
  expect(formatInstant(instant)).toBe(seconds);
  expect(formatMicroTime(instant)).toBe(micro);
});

it.each([
  "",
  "yesterday",
  "2020-02-30T00:00:00Z",
  "2023-02-29T00:00:00Z",
  "2020-01-01",
  "2020-13-01T00:00:00Z",
  "2020-01-01T24:00:00Z",
  "2020-01-01T00:00:00",
  "2020-01-01t00:00:00z",
])("%j is no time", (text) => {
  expect(parseTime(text)).toBeUndefined();
  expect(() => timeMs(text)).toThrow(TypeError);
});

it("drops fractions of a second", () => {
  expect(formatTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe("2026-01-02T03:04:05Z");
});
