import fc from "fast-check";
import { expect, test } from "vitest";
import { distinct, separatorOf } from "./field-values.ts";

test("each name occurs once, in order of arrival, for any number", () => {
  const names = fc.oneof(fc.array(fc.constantFrom("a", "b", "c")), fc.uniqueArray(fc.string(), { maxLength: 60 }));
  fc.assert(fc.property(names, (all) => void expect(distinct(all)).toEqual([...new Set(all)])));
});

test("names that do not repeat are taken as they are", () => {
  const names = ["accept", "host", "user-agent"];
  expect(distinct(names)).toBe(names);
});

test.each([
  ["accept", ", "],
  ["cookie", "; "],
  ["authorization", undefined],
])("several lines of %s are joined by %j", (name, want) => {
  expect(separatorOf(name)).toBe(want);
});
