import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseIncremental } from "./incremental-parse.ts";
import { parseUnique } from "./plain.ts";

const bytesOf = (text: string): Buffer => Buffer.from(text);
const read = (text: string): ReturnType<typeof parseUnique> => parseUnique(bytesOf(text), text);

function beside(text: string, old: string): unknown {
  const value = read(old);
  if (value === undefined) throw new TypeError(`${old} cannot be read`);
  return parseIncremental(bytesOf(text), { bytes: bytesOf(old), value: freeze(value) });
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const member of Object.values(Object.freeze(value))) freeze(member);
  return value;
}

const leaf = fc.oneof(fc.string({ unit: "grapheme", maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null));
const json = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", 'b"', "c\\", "ü", "__proto__"), tie("any"), { maxKeys: 3 }),
  ),
})).any;
const object = fc.dictionary(fc.constantFrom("a", "b", "c"), json);
const spaces = fc.constantFrom(0, 1, "\t");

describe("a text that differs from a known one", () => {
  test("parses to the same value as without it, if at all", () => {
    fc.assert(
      fc.property(object, object, fc.boolean(), spaces, (old, other, isMixed, space) => {
        const next = isMixed ? { ...old, c: { x: old["c"], y: other } } : other;
        const [before, text] = [
          JSON.stringify({ ...old, c: { x: old["c"] } }, null, space),
          JSON.stringify(next, null, space),
        ];
        fc.pre(read(before) !== undefined);
        const found = beside(text, before);
        if (found !== undefined) expect(found).toEqual(read(text));
      }),
      { numRuns: 500 },
    );
  });

  test("parses to the same value as without it, after any change", () => {
    const piece = fc.constantFrom(
      "",
      '"',
      "\\",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "1",
      "null",
      '"a":1',
      " ",
      ".5",
      "ü",
      "é",
    );
    const old = '{"a":{"b":[1,-20,"x\\"y",null,{"c":{}}],"ü":"\\u00fc"} , "d":[[],true], "a b":"\\\\"}';
    fc.assert(
      fc.property(fc.nat(old.length), fc.nat(3), piece, (at, cut, put) => {
        const text = old.slice(0, at) + put + old.slice(at + cut);
        const [found, want] = [beside(text, old), read(text)];
        if (found !== undefined) expect(found).toEqual(want);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each<{ name: string; old: string; text: string; want: unknown; same: string }>([
    {
      name: "text",
      old: '{"a":{"b":"1"},"c":{}}',
      text: '{"a":{"b":"22"},"c":{}}',
      want: { a: { b: "22" }, c: {} },
      same: "c",
    },
    {
      name: "a longer number",
      old: '{"a":[{},12],"c":[]}',
      text: '{"a":[{},123],"c":[]}',
      want: { a: [{}, 123], c: [] },
      same: "c",
    },
    {
      name: "another member",
      old: '{"a":{"b":1},"c":{}}',
      text: '{"a":{"b":1,"d":2},"c":{}}',
      want: { a: { b: 1, d: 2 }, c: {} },
      same: "c",
    },
    { name: "one item less", old: '{"a":[1,2],"c":{}}', text: '{"a":[2],"c":{}}', want: { a: [2], c: {} }, same: "c" },
    {
      name: "another kind of value",
      old: '{"a":{"b":{"d":1}},"c":{}}',
      text: '{"a":{"b":7},"c":{}}',
      want: { a: { b: 7 }, c: {} },
      same: "c",
    },
    { name: "nothing", old: '{"a":{"b":1}}', text: '{"a":{"b":1}}', want: { a: { b: 1 } }, same: "a" },
  ])("is read where $name was changed, and shares the rest", ({ old, text, want, same }) => {
    const value = read(old) as Record<string, unknown>;
    const found = parseIncremental(bytesOf(text), {
      bytes: bytesOf(old),
      value: freeze(value) as never,
    }) as unknown as Record<string, unknown>;
    expect(found).toEqual(want);
    expect(found[same]).toBe(value[same]);
  });

  test.each([
    ["a name", '{"b":1}'],
    ["a name that is there", '{"a":1,"a":2}'],
    ["a fraction", '{"a":{"b":1.5}}'],
    ["invalid JSON", '{"a":{"b":1}'],
  ])("is not handled with %s", (_, text) => {
    expect(beside(text, '{"a":{"b":1}}')).toBeUndefined();
  });
});
