import type { StoredObject } from "@svc/registry";
import type { Run } from "@svc/watch";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeRuns, type ItemForm } from "./list-body.ts";

/** An item that is nothing but its text. */
type Text = StoredObject & { readonly text: string };

function formOf(separator: string): ItemForm {
  return { key: "text", separator, bytes: (item) => Buffer.from((item as Text).text) };
}

/** A leaf that remembers what was derived, as those of the cache do. */
function leafOf(items: readonly StoredObject[]): NonNullable<Run<StoredObject>["leaf"]> {
  const known = new Map<unknown, unknown>();
  const derive = <V>(key: unknown, make: (of: readonly StoredObject[]) => V): V => {
    if (!known.has(key)) known.set(key, make(items));
    return known.get(key) as V;
  };
  return { items, derive } as unknown as NonNullable<Run<StoredObject>["leaf"]>;
}

function runOf(texts: readonly string[], from: number, to: number, inLeaf: boolean): Run<StoredObject> {
  const items = texts.map((text) => ({ text }) as Text);
  return { leaf: inLeaf ? leafOf(items) : undefined, items, from, to };
}

const run = fc
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

test("the items of all runs stand one behind another, whole leaves and parts of them alike", () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 5 }), fc.constantFrom(",", ""), (runs, separator) => {
      const texts = runs.flatMap(({ items, from, to }) => items.slice(from, to).map((item) => (item as Text).text));
      expect(Buffer.concat(encodeRuns(runs, formOf(separator))).toString()).toBe(texts.join(separator));
    }),
  );
});

test("the same part of a leaf is the same buffer", () => {
  const whole = runOf(["a", "b", "c"], 0, 3, true);
  const [first] = encodeRuns([whole], formOf(","));
  const [again] = encodeRuns([whole], formOf(","));
  const [followed] = encodeRuns([whole, whole], formOf(","));
  expect(again).toBe(first);
  expect(followed?.toString()).toBe("a,b,c,");
  expect(first?.toString()).toBe("a,b,c");
});
