import { expect, test } from "vitest";
import { createTimeText } from "./time-text.ts";

test.each([
  { ms: [0, 999, 1000], want: ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "1970-01-01T00:00:01Z"] },
  { ms: [Date.UTC(2026, 0, 2, 3, 4, 5, 678)], want: ["2026-01-02T03:04:05Z"] },
  { ms: [2000, 1999, -1], want: ["1970-01-01T00:00:02Z", "1970-01-01T00:00:01Z", "1969-12-31T23:59:59Z"] },
])("$ms", ({ ms, want }) => {
  expect(ms.map(createTimeText())).toEqual(want);
});
