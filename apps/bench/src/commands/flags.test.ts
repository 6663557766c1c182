import { expect, test } from "vitest";
import { chosen, numbers, positive } from "./flags.ts";

test("numbers above zero", () => {
  expect(positive("0.5")).toBe(0.5);
  for (const text of ["", "0", "-1", "x", "Infinity"]) expect(() => positive(text)).toThrow("above 0");
});

test("numbers in a row", () => {
  expect(numbers("0,1000, 10000")).toEqual([0, 1000, 10_000]);
  for (const text of ["", "1,,2", "a", "-1"]) expect(() => numbers(text)).toThrow("whole numbers");
});

test("names are known ones, or all", () => {
  expect(chosen([], ["a", "b"])).toEqual(["a", "b"]);
  expect(chosen(["b"], ["a", "b"])).toEqual(["b"]);
  expect(() => chosen(["c"], ["a", "b"])).toThrow('There is no "c"; there are a, b.');
});
