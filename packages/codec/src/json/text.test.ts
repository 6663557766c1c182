import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteJson, sortedJson } from "./text.ts";

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

const textUnit = fc.constantFrom("a", "b", "Z", "1", "é", "<", "&", "\u2028", '"', "\\", "\ud83d", "\ude00", "\uffee");
const jsonText = fc.string({ unit: textUnit, maxLength: 4 });
const jsonValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { withCrossShrink: true, maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 0.1, 1e21, 2n ** 60n, "\\ud83d", "b".repeat(70)),
    jsonText,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(jsonText, fc.oneof(tie("value"), fc.constant(undefined)), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** Members sorted by their UTF-8 bytes, one value after the other. */
function sortSlowly(value: unknown): string {
  if (typeof value === "string") return quoteSlowly(value);
  if (typeof value !== "object" || value === null) return String(Object.is(value, -0) ? 0 : value);
  if (Array.isArray(value)) return `[${value.map(sortSlowly).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${members.map(([name, member]) => `${quoteSlowly(name)}:${sortSlowly(member)}`).join(",")}}`;
}

test("sorted JSON is written alike whatever order its members are in", () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = sortedJson(value);
      expect(text).toBe(sortSlowly(value));
      const inOrder: unknown = JSON.parse(text);
      expect(sortedJson(inOrder)).toBe(sortSlowly(inOrder));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['{"b":{"10":1,"9":2},"a":3}', '{"a":3,"b":{"10":1,"9":2}}'],
  ['{"__proto__":{"b":1,"a":2},"a":3}', '{"__proto__":{"a":2,"b":1},"a":3}'],
  ['{"z":1,"__proto__":2}', '{"__proto__":2,"z":1}'],
  ['{"toJSON":{"b":1,"a":2}}', '{"toJSON":{"a":2,"b":1}}'],
  ['{"2":[{"b":1,"a":2}],"1":{}}', '{"1":{},"2":[{"a":2,"b":1}]}'],
])("%s is written as %s", (json, want) => {
  expect(sortedJson(JSON.parse(json))).toBe(want);
});

test.each([
  ["an undefined item", [undefined]],
  ["a function", { a: () => 1 }],
  ["a symbol", { a: Symbol("a") }],
  ["NaN", { a: Number.NaN }],
  ["Infinity", [Number.POSITIVE_INFINITY]],
])("%s can't be written", (_, value) => {
  expect(() => sortedJson(value)).toThrow(TypeError);
});
