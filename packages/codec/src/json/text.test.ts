import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteJson } from "./text.ts";

/** The rules, one character after the other. */
function quoteSlowly(text: string): string {
  const short: Readonly<Record<string, string>> = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
  };
  const escaped = [...text.toWellFormed()].map((char) => {
    const code = char.charCodeAt(0);
    const isEscaped = code < 0x20 || code === 0x2028 || code === 0x2029 || "<>&".includes(char);
    return short[char] ?? (isEscaped ? `\\u${code.toString(16).padStart(4, "0")}` : char);
  });
  return `"${escaped.join("")}"`;
}

test("short and long text alike is quoted as Go quotes it", () => {
  const special = fc.constantFrom(
    "<",
    ">",
    "&",
    '"',
    "\\",
    "\n",
    "\u0001",
    "\u2028",
    "\u2029",
    "\ud83d",
    "\ude00",
    "é",
  );
  const text = fc.array(fc.oneof({ weight: 9, arbitrary: fc.string({ unit: "binary" }) }, special), { maxLength: 20 });
  fc.assert(
    fc.property(text, fc.nat(80), (parts, padding) => {
      const given = parts.join("") + "x".repeat(padding);
      expect(quoteJson(given)).toBe(quoteSlowly(given));
    }),
    { numRuns: 500 },
  );
});
