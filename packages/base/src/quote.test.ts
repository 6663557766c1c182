import { expect, test } from "vitest";
import { quote, quoteWhole } from "./quote.ts";

test.each([
  ["plain text", "abc", '"abc"'],
  ["escapes", 'a"\\\n\u0001', '"a\\"\\\\\\n\\x01"'],
  ["unprintable characters", "\u00ad\u{e0001}é", '"\\u00ad\\U000e0001é"'],
])("quote: %s", (_, text, want) => {
  expect(quote(text)).toBe(want);
});

test("of a text beyond the bound the beginning is quoted, with the number of characters left out", () => {
  expect(quote("\n".repeat(3_000_000))).toBe(`"${"\\n".repeat(16_384)}"... (2983616 more characters)`);
});

test("quoteWhole quotes all of it", () => {
  expect(quoteWhole("\n".repeat(100_000))).toBe(`"${"\\n".repeat(100_000)}"`);
});

test("quote may be given to map", () => {
  expect(["abc", "defg", "hi"].map(quote)).toEqual(['"abc"', '"defg"', '"hi"']);
});
