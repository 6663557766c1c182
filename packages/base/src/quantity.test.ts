import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  quantityProblem,
  quantityValue,
  subtractQuantities,
} from "./index.ts";

describe("canonicalQuantity", () => {
  it.each([
    ["0", "0"],
    ["1", "1"],
    ["+1", "+1"],
    ["-1", "-1"],
    ["007", "007"],
    ["+1000", "1k"],
    ["01024Ki", "1Mi"],
    ["+1.5", "1500m"],
    ["1e0", "1e0"],
    ["1e+03", "1e+03"],
    ["1e1", "10"],
    ["1.0", "1"],
    ["-0", "0"],
    ["1e-12", "1e-9"],
    ["1.", "1."],
    [".5", "500m"],
    ["1.5", "1500m"],
    ["0.1", "100m"],
    ["100m", "100m"],
    ["1000m", "1"],
    ["1500m", "1500m"],
    ["1000", "1k"],
    ["1000000", "1M"],
    ["1024", "1024"],
    ["1024Ki", "1Mi"],
    ["1.5Gi", "1536Mi"],
    ["0.5Ki", "512"],
    ["0.1Ki", "102400m"],
    ["1e3", "1e3"],
    ["1E3", "1E3"],
    ["1E", "1E"],
    ["12e6", "12e6"],
    ["1500e-3", "1500e-3"],
    ["1n", "1n"],
    ["0.1n", "1n"],
    ["-0.1n", "-1n"],
    ["0Ki", "0"],
    ["1P", "1P"],
    ["9223372036854775808", "9223372036854775808"],
    ["9223372036854775808000", "9223372036854775808k"],
    ["10000000000000000000", "10E"],
    ["10.5E", "10500P"],
    ["99999999999999999999.5", "99999999999999999999500m"],
    ["1e19", "10e18"],
    ["1e21", "1e21"],
    ["12.5e23", "1250e21"],
    ["1e1000", "10e999"],
    ["-1e30", "-1e30"],
    ["7Ei", "7Ei"],
    ["8Ei", "9223372036854775807"],
    ["-10Ei", "-9223372036854775807"],
    ["9223372036854775807Ki", "9223372036854775807"],
    ["1e999999999", "9223372036854775807"],
    [".", "0"],
    ["+", "0"],
    ["-.", "0"],
    ["k", "0"],
    [".Ki", "0"],
    ["e3", "0"],
  ])("%s is %s", (text, want) => {
    expect(canonicalQuantity(text)).toBe(want);
  });

  it.each([
    "",
    "a",
    "1x",
    "1 ",
    "1KiB",
    "1ki",
    "1K",
    "--1",
    "1.2.3",
    "e",
    ".e",
    "..",
    "+-",
    "1e",
    "1".repeat(2000),
    "１",
  ])("%j is invalid", (text) => {
    expect(canonicalQuantity(text)).toBeUndefined();
  });

  it.each<[text: string, problem: RegExp]>([
    ["1e", /suffix/],
    ["1k5", /suffix/],
    [".5E+", /suffix/],
    ["1x", /must match/],
    ["1.2.3", /must match/],
    ["ee5", /suffix/],
    ["..", /must match/],
    ["", /must match/],
    [`${"1".repeat(2000)}e`, /must match/],
  ])("%j has a problem like %s", (text, problem) => {
    expect(quantityProblem(text)).toMatch(problem);
  });

  it("is a fixed point of the same amount", () => {
    const text = fc
      .tuple(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.constantFrom("", "m", "k", "M", "G", "Ki", "Mi", "e3", "e-2", ".5", ".25k"),
      )
      .map(([n, suffix]) => `${n}${suffix}`);
    fc.assert(
      fc.property(text, (t) => {
        const first = canonicalQuantity(t) ?? "";
        expect(canonicalQuantity(first)).toBe(first);
        expect(parseQuantity(first)?.nanos).toBe(parseQuantity(t)?.nanos);
      }),
    );
  });
});

const q = (text: string) => parseQuantity(text) ?? { nanos: 0n, format: "decimalSI" as const };

it("compares, adds and subtracts across formats", () => {
  expect(compareQuantities(q("1Ki"), q("1k"))).toBe(1);
  expect(compareQuantities(q("1000m"), q("1"))).toBe(0);
  expect(addQuantities(q("1500m"), q("500m")).nanos).toBe(q("2").nanos);
  expect(subtractQuantities(q("1Gi"), q("1Mi")).nanos).toBe(q("1023Mi").nanos);
});

it.each([
  ["1500m", 2n],
  ["-1500m", -2n],
  ["-1n", -1n],
  ["1", 1n],
  ["1n", 1n],
])("%s rounds away from zero", (text, whole) => {
  expect(quantityValue(q(text))).toBe(whole);
});
