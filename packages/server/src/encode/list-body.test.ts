import type { StoredObject } from "@svc/registry";
import type { Chunk, Slice } from "@svc/watch";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ItemForm } from "./item-form.ts";
import { encodeSlices } from "./list-body.ts";

/** An item that is nothing but its text. */
type Text = StoredObject & { readonly text: string };

function formOf(separator: string, made: string[] = []): ItemForm {
  return {
    key: "text",
    separator,
    bytes: (item) => {
      made.push((item as Text).text);
      return Buffer.from((item as Text).text);
    },
  };
}

const textOf = (text: string): Text => ({ text }) as Text;

/** A chunk with a cache of derived values, as in the resource cache. */
function chunkOf(items: StoredObject[]): Chunk<StoredObject> & { version: number } {
  const known = new Map<unknown, unknown>();
  const derive = <V>(key: unknown, make: () => V): V => {
    if (!known.has(key)) known.set(key, make());
    return known.get(key) as V;
  };
  return { items, derive, version: 0 } as unknown as Chunk<StoredObject> & { version: number };
}

function runOf(texts: readonly string[], from: number, to: number, inLeaf: boolean): Slice<StoredObject> {
  const items = texts.map(textOf);
  return { chunk: inLeaf ? chunkOf(items) : undefined, items, from, to };
}

const slice = fc
  .tuple(
    fc.array(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
    fc.nat(),
    fc.nat(),
    fc.boolean(),
  )
  .map(([texts, a, b, inLeaf]) => {
    const from = a % texts.length;
    return runOf(texts, from, from + 1 + (b % (texts.length - from)), inLeaf);
  });

test("the items of all slices are consecutive, for whole chunks and parts of them", () => {
  fc.assert(
    fc.property(fc.array(slice, { maxLength: 5 }), fc.constantFrom(",", ""), (slices, separator) => {
      const texts = slices.flatMap(({ items, from, to }) => items.slice(from, to).map((item) => (item as Text).text));
      expect(Buffer.concat(encodeSlices(slices, formOf(separator))).toString()).toBe(texts.join(separator));
    }),
  );
});

test("the same part of a chunk is the same buffer", () => {
  const whole = runOf(["a", "b", "c"], 0, 3, true);
  const [first] = encodeSlices([whole], formOf(","));
  const [again] = encodeSlices([whole], formOf(","));
  const [followed] = encodeSlices([whole, whole], formOf(","));
  expect(again).toBe(first);
  expect(followed?.toString()).toBe("a,b,c,");
  expect(first?.toString()).toBe("a,b,c");
});

const change = fc.record({
  op: fc.constantFrom("replace", "replace", "insert", "remove"),
  at: fc.nat(),
  lists: fc.nat(20),
  ends: fc.tuple(fc.nat(), fc.nat()),
});

test("a changed chunk is listed correctly, for any split into pages", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 12 }),
      fc.constantFrom(",", ""),
      (rounds, separator) => {
        const items = Array.from({ length: 40 }, (_, i) => textOf(`<${i}>`));
        const chunk = chunkOf(items);
        const form = formOf(separator);
        let version = 0;
        for (const round of rounds) {
          for (const { op, at } of round) {
            const index = at % (items.length + (op === "insert" ? 1 : 0));
            items.splice(index, op === "insert" ? 0 : 1, ...(op === "remove" ? [] : [textOf(`<v${++version}>`)]));
            chunk.version++;
          }
          for (const { ends, lists } of round) {
            const from = ends[0] % Math.ceil(items.length / 2);
            const to = from + Math.ceil(items.length / 2);
            const want = items.slice(from, to).map(({ text }) => text);
            for (let i = 0; i <= lists; i++) {
              const got = encodeSlices([{ chunk: chunk, items, from, to: from + want.length }], form);
              expect(Buffer.concat(got).toString()).toBe(want.join(separator));
            }
          }
        }
      },
    ),
  );
});

test("unchanged items of a chunk are not encoded again, nor moved to another buffer", () => {
  const made: string[] = [];
  const items = Array.from({ length: 100 }, (_, i) => textOf(String(i)));
  const chunk = chunkOf(items);
  const list = (): Buffer[] => encodeSlices([{ chunk: chunk, items, from: 0, to: items.length }], formOf(",", made));
  const [whole] = list();
  made.length = 0;
  items[50] = textOf("new");
  chunk.version++;
  const parts = list();
  expect(made).toEqual(["new"]);
  expect(parts.map(String)).toEqual([
    `${items.slice(0, 50).map(({ text }) => text)},`,
    "new",
    ",",
    `${items.slice(51).map(({ text }) => text)}`,
  ]);
  expect(parts[0]?.buffer).toBe(whole?.buffer);
  expect(list()).toEqual(parts);
  expect(list().every((part, i) => part === parts[i] || String(part) === ",")).toBe(true);
  expect(made).toEqual(["new"]);
});

test("a chunk with many changes, or with many requests, is packed again", () => {
  const items = Array.from({ length: 200 }, (_, i) => textOf(String(i)));
  const chunk = chunkOf(items);
  const form = formOf(",");
  const list = (): Buffer[] => encodeSlices([{ chunk: chunk, items, from: 0, to: items.length }], form);
  const replace = (indices: readonly number[]): void => {
    for (const i of indices) items[i] = textOf("new");
    chunk.version++;
  };
  const indices = (count: number, step: number): number[] => Array.from({ length: count }, (_, i) => i * step);
  list();
  replace(indices(51, 1));
  expect(list()).toHaveLength(1);
  replace(indices(50, 1));
  expect(list()).toHaveLength(101);
  replace(indices(20, 10));
  expect(list()).toHaveLength(1);
  replace([100]);
  expect(list()).toHaveLength(4);
  for (let i = 0; i < 16; i++) expect(list()).toHaveLength(4);
  expect(list()).toHaveLength(1);
});
