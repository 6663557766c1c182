import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareKeys, type FieldKey, parseKey } from "./field-key.ts";
import { type FieldSet, leaf, setOf } from "./field-set.ts";
import { compareText } from "./json-text.ts";

const texts = fc.string({
  unit: fc.constantFrom("a", "b", "Z", " ", "!", '"', "\\", "é", "\ue000", "😀"),
  maxLength: 4,
});
const scalars = fc.oneof(
  texts,
  fc.integer({ min: -20, max: 200 }),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, min: -9, max: 9 }),
);
const keys: fc.Arbitrary<FieldKey> = fc
  .oneof(
    texts.map((text) => `f:${text}`),
    scalars.map((value) => `v:${JSON.stringify(value)}`),
    fc
      .dictionary(fc.constantFrom("port", "name", "a"), scalars, { maxKeys: 3 })
      .map((key) => `k:${JSON.stringify(key)}`),
    fc.nat(300).map((index) => `i:${index}`),
    fc.constant("."),
  )
  .map((text) => parseKey(text) ?? "");

describe("the order of members", () => {
  const options = { seed: 1, numRuns: 200 };

  test.each([
    ["any keys", keys],
    ["items by number and text", fc.nat(500).map((port) => `k:{"port":${port},"protocol":"TCP"}`)],
    ["items by text", texts.map((name) => parseKey(`k:${JSON.stringify({ name })}`) ?? "")],
  ])("of many %s is that of one comparison after another", (_, from) => {
    fc.assert(
      fc.property(fc.uniqueArray(from, { minLength: 70, maxLength: 150 }), (list) => {
        const set = setOf(list.map((key) => [key, leaf] as const)) as FieldSet;
        expect(Object.keys(set)).toEqual([...list].sort(compareKeys));
      }),
      options,
    );
  });

  test("of texts is that of their code points", () => {
    const points = (text: string): string =>
      [...text].map((char) => String(char.codePointAt(0)).padStart(8, "0")).join();
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const want = points(a) < points(b) ? -1 : points(a) > points(b) ? 1 : 0;
        expect(Math.sign(compareText(a, b))).toBe(want);
      }),
      options,
    );
  });
});
