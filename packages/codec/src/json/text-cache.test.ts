import { expect, test } from "vitest";
import { TextCache, type WritePart } from "./text-cache.ts";

const longPart = { text: "ü€😀".repeat(100) };
const shortPart = { text: "short" };

/** Counts how often it writes. */
function counting(prefix: string): { readonly write: WritePart; readonly written: () => number } {
  let written = 0;
  return {
    write: (value) => {
      written++;
      return prefix + JSON.stringify(value);
    },
    written: () => written,
  };
}

test.each([
  ["a long part that did not change", longPart, new Set([longPart]), 1],
  ["a short one", shortPart, new Set([shortPart]), 3],
  ["one that is written for the first time", longPart, new Set<object>(), 3],
  ["one of which nothing is known", longPart, undefined, 3],
])("%s is made as often as it has to be", (_, part, unchanged, times) => {
  const { write, written } = counting("");
  const kept = new TextCache().sharing(write);
  for (let i = 0; i < 3; i++) expect(kept(part, unchanged)).toBe(JSON.stringify(part));
  expect(written()).toBe(times);
});

test("the same part has another text where it is of another type", () => {
  const texts = new TextCache();
  const [one, two] = [counting("1"), counting("2")].map(({ write }) => texts.sharing(write));
  const unchanged = new Set([longPart]);
  for (let i = 0; i < 2; i++) {
    expect(one?.(longPart, unchanged).at(0)).toBe("1");
    expect(two?.(longPart, unchanged).at(0)).toBe("2");
  }
});

test("a text that was written with the whole is not written again", () => {
  const texts = new TextCache();
  const { write, written } = counting("");
  const kept = texts.sharing(write);
  texts.keep(kept, longPart, "its text");
  expect(kept(longPart, new Set([longPart]))).toBe("its text");
  expect(kept(longPart, undefined)).toBe(JSON.stringify(longPart));
  expect(written()).toBe(1);
});
