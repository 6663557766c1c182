import { describe, expect, it } from "vitest";
import { appendAll, boundedFields, maxQuotedLength, truncateWithNotice } from "./index.ts";

describe("truncateWithNotice", () => {
  it.each([
    ["short", 5, "short"],
    ["longer", 3, "lon... (3 more characters)"],
    ["a\u{1f600}b", 2, "a... (3 more characters)"],
  ])("%s in %i", (text, max, want) => expect(truncateWithNotice(text, max)).toBe(want));
});

it("fields of a log are cut, and only texts", () => {
  const fields = boundedFields({ path: "/a", error: "x".repeat(maxQuotedLength + 7), status: 500 });
  expect(fields).toEqual({ path: "/a", error: `${"x".repeat(maxQuotedLength)}... (7 more characters)`, status: 500 });
});

it("appendAll appends more items than there is room for on the stack", () => {
  const into = [0];
  appendAll(into, new Array<number>(500_000).fill(1));
  expect(into).toHaveLength(500_001);
});
