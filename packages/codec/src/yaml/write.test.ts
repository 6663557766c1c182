import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readYamlValue } from "./read.ts";
import { yamlOf } from "./write.ts";

const written = (value: unknown): string => yamlOf(Buffer.from(JSON.stringify(value))).toString();

test("output is read back as the same value", () => {
  const odd = fc.constantFrom(
    " ",
    "  ",
    "\n",
    ": ",
    " #",
    "- ",
    "'",
    '"',
    "\\",
    "\t",
    "1",
    ".",
    "e",
    "true",
    "[",
    "é",
    "🙂",
    "\u0001",
    "\u2028",
    "word ".repeat(20),
  );
  const text = fc.oneof(
    fc.array(odd, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary" }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie("list"), tie("map")),
    list: fc.array(tie("value"), { maxLength: 4 }),
    map: fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const plain: unknown = JSON.parse(JSON.stringify(given));
      expect(readYamlValue(Buffer.from(`# YAML\n${written(plain)}`)).value).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});

const long = "word ".repeat(18).trimEnd();

describe("the style of clients' YAML", () => {
  test.each([
    [{ b: [1, { c: [], d: {} }], a: { x: null } }, "a:\n  x: null\nb:\n- 1\n- c: []\n  d: {}\n"],
    [[["a"], "b"], "- - a\n- b\n"],
    [{ a: long }, `a: ${long.slice(0, 79)}\n  ${long.slice(80)}\n`],
    [
      { a: "it's: word word word word word word word word word word word word word word word word word word" },
      "a: 'it''s: word word word word word word word word word word word word word word word\n  word word word'\n",
    ],
    [
      { a: "x\ny\n", b: "x\n\n", c: " x\ny", d: "x \ny" },
      'a: |\n  x\n  y\nb: |+\n  x\n\nc: |2-\n   x\n  y\nd: "x \\ny"\n',
    ],
    [
      { a: "", b: "null", c: "1e3", d: "0x1F", e: "12:30", f: "2001-1-1", g: "1e400", h: "08" },
      'a: ""\nb: "null"\nc: "1e3"\nd: "0x1F"\ne: "12:30"\nf: "2001-1-1"\ng: 1e400\nh: "08"\n',
    ],
    [
      { a: "a: b", b: "#", c: "a #", d: "- a", e: "-a", f: "a:b", g: "é", h: "🙂", i: "\t" },
      `a: 'a: b'\nb: '#'\nc: 'a #'\nd: '- a'\ne: -a\nf: a:b\ng: é\nh: "\\U0001F642"\ni: "\\t"\n`,
    ],
    [{ a10: 1, a2: 2, "a-": 3, ab: 4, y: 5 }, 'a-: 3\na2: 2\na10: 1\nab: 4\n"y": 5\n'],
    [{ a: 1.5, b: 1e21, c: 1e-7, d: true }, "a: 1.5\nb: 1e+21\nc: 1e-07\nd: true\n"],
    [{ ["k".repeat(129)]: 1 }, `? ${"k".repeat(129)}\n: 1\n`],
  ])("%j", (value, want) => {
    expect(written(value)).toBe(want);
  });
});

test.each(["+_1", "-_0", "-_0x1f", "+__0o7", "0O17", "0B11", "0X1f", "1:30"])(
  "text %s is not written like the number that others read",
  (text) => {
    expect(yamlOf(Buffer.from(JSON.stringify({ a: text }))).toString()).toBe(`a: "${text}"\n`);
  },
);
