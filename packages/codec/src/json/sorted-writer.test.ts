import fc from "fast-check";
import { expect, test } from "vitest";
import { SortedJsonWriter, sortedJson } from "./sorted-writer.ts";
import { quoteJson } from "./text.ts";

const unit = fc.constantFrom(
  "a",
  "b",
  "Z",
  "1",
  "é",
  "<",
  "&",
  "\u2028",
  '"',
  "\\",
  "\n",
  "\ud83d",
  "\ude00",
  "\uffee",
);
const text = fc.string({ unit, maxLength: 4 });
const number = fc.oneof(
  fc.constantFrom<number | bigint>(-0, -1, 0.1, 1e21, 999, 1_000, 2n ** 60n),
  fc.integer({ min: -5, max: 1_200 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { withCrossShrink: true, maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, false, "\\ud83d", "b".repeat(70), `${"é".repeat(40)}<`),
    number,
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, fc.oneof(tie("value"), fc.constant(undefined)), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** Members sorted by their UTF-8 bytes, one value after the other. */
function sortSlowly(value: unknown): string {
  if (typeof value === "string") return quoteJson(value);
  if (typeof value !== "object" || value === null) return String(Object.is(value, -0) ? 0 : value);
  if (Array.isArray(value)) return `[${value.map(sortSlowly).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${members.map(([name, member]) => `${quoteJson(name)}:${sortSlowly(member)}`).join(",")}}`;
}

test("JSON is written alike whatever order its members are in, also when their names occur again", () => {
  const writer = new SortedJsonWriter();
  fc.assert(
    fc.property(json, (value) => {
      const sorted = sortSlowly(value);
      expect(sortedJson(value)).toBe(sorted);
      for (let time = 0; time < 3; time++) expect(writer.write(value)).toBe(sorted);
      const inOrder: unknown = JSON.parse(sorted);
      expect(writer.write(inOrder)).toBe(sortSlowly(inOrder));
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
])("%s is written as %s", (text, sorted) => {
  expect(sortedJson(JSON.parse(text))).toBe(sorted);
});

test("objects of the same names in many orders are all sorted", () => {
  const writer = new SortedJsonWriter();
  const names = ["weights", "mode", "low", "high", "setting"];
  for (let n = 0; n < 40; n++) {
    const order = [...names.slice(n % 5), ...names.slice(0, n % 5)];
    if (n % 3 === 0) order.reverse();
    const value = Object.fromEntries(order.map((name, i) => [name, `${name}-${i}`]));
    expect(writer.write([value, value])).toBe(sortSlowly([value, value]));
  }
});

test("objects are written after thousands of others with names of their own", () => {
  const writer = new SortedJsonWriter();
  for (let n = 0; n < 2_000; n++) {
    const value = { [`name${n}`]: n, b: 1, a: { [`é${n}`]: [n, { z: 0, y: "1" }] } };
    expect(writer.write(value)).toBe(sortSlowly(value));
  }
});

test.each([
  ["a long text", { b: "x".repeat(100_000), a: "é".repeat(50_000) }],
  ["a text of a megabyte", { b: "x".repeat(2 ** 20), a: 1 }],
  ["many items", Array.from({ length: 50_000 }, (_, i) => ({ b: i, a: [`${i}`] }))],
  ["many names", Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`n${(i * 7) % 20_000}`, i]))],
  ["a long name", { ["n".repeat(3_000)]: { b: 1, a: 2 } }],
  ["no member", {}],
  ["no member that is set", { a: undefined }],
])("%s is written whole each time", (_, value) => {
  const writer = new SortedJsonWriter();
  for (let time = 0; time < 3; time++) expect(writer.write(value)).toBe(sortSlowly(value));
});

test.each([
  ["an undefined item", [undefined]],
  ["a function", { a: () => 1 }],
  ["a symbol", { a: Symbol("a") }],
  ["NaN", { a: Number.NaN }],
  ["Infinity", [Number.POSITIVE_INFINITY]],
])("%s can't be written, but others after it can", (_, value) => {
  const writer = new SortedJsonWriter();
  expect(() => writer.write(value)).toThrow(TypeError);
  expect(writer.write({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
});
