import { expect, test } from "vitest";
import { perSecond } from "./index.ts";

const text = (ms: number): string => new Date(ms).toISOString();

test.each([
  { ms: [0, 999, 1000], want: ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:01.000Z"] },
  { ms: [Date.UTC(2026, 0, 2, 3, 4, 5, 678)], want: ["2026-01-02T03:04:05.000Z"] },
  { ms: [2000, 1999, -1], want: ["1970-01-01T00:00:02.000Z", "1970-01-01T00:00:01.000Z", "1969-12-31T23:59:59.000Z"] },
])("the texts of $ms are those of their seconds", ({ ms, want }) => {
  expect(ms.map(perSecond(text))).toEqual(want);
});

test("the text of a second is written once", () => {
  const written: number[] = [];
  const cached = perSecond((ms) => `${written.push(ms)}`);
  expect([5_000, 5_500, 5_999, 6_000].map(cached)).toEqual(["1", "1", "1", "2"]);
  expect(written).toEqual([5_000, 6_000]);
});
