import { describe, expect, test } from "vitest";
import { markdownTable, median, percentile, shortNumber, slope } from "./statistics.ts";

describe("percentile", () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  for (const [share, want] of [
    [0, 1],
    [0.5, 6],
    [0.99, 10],
    [1, 10],
  ] as const) {
    test(`of ten at ${share}`, () => expect(percentile(ten, share)).toBe(want));
  }
  test("of no values is NaN", () => expect(percentile([], 0.5)).toBeNaN());
});

describe("median", () => {
  for (const { values, want } of [
    { values: [3, 1, 2], want: 2 },
    { values: [4, 1, 2, 3], want: 2.5 },
    { values: [7], want: 7 },
    { values: [], want: Number.NaN },
  ]) {
    test(`of ${JSON.stringify(values)}`, () => expect(median(values)).toBe(want));
  }
});

describe("shortNumber", () => {
  for (const [value, want] of [
    [0.06751, "0.0675"],
    [0.5, "0.5"],
    [2.764, "2.76"],
    [18.04, "18"],
    [99.96, "100"],
    [21_803.4, "21,803"],
    [0, "0"],
    [Number.NaN, ""],
  ] as const) {
    test(`${value}`, () => expect(shortNumber(value)).toBe(want));
  }
});

test("a table has columns of one width", () => {
  expect(
    markdownTable([
      ["a", "long name"],
      ["1000", "x"],
    ]),
  ).toBe("| a    | long name |\n| ---- | --------- |\n| 1000 | x         |");
});

test("the slope of a line is its own", () => {
  expect(
    slope([
      [0, 5],
      [10, 25],
      [100, 205],
    ]),
  ).toBeCloseTo(2, 10);
});
