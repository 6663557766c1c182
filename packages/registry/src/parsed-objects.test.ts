import type { ApiObject } from "@svc/meta";
import { expect, test } from "vitest";
import { createParsedObjects } from "./parsed-objects.ts";
import { type ObjectReader, StoredObject, wholeOf } from "./stored-object.ts";

/** Objects of so many bytes that tell when they are parsed. */
function openObjects(maxObjects: number, maxBytes: number) {
  const requested: string[] = [];
  const remember = createParsedObjects({ maxObjects, maxBytes });
  const reader: ObjectReader = {
    prefix: "/registry/notes/",
    namespaced: false,
    objectOf: (stored) => {
      requested.push(stored.name);
      const object: ApiObject = { metadata: { name: stored.name } };
      remember(stored, object);
      return object;
    },
    fieldsOf: () => ({}),
    apiVersion: "example.com/v1",
    renew: () => ({}),
  };
  const make = (name: string, bytes = 2): StoredObject =>
    new StoredObject({ key: `/registry/notes/${name}`, revision: 1, reader, span: wholeOf(Buffer.alloc(bytes)) });
  return { requested, make };
}

test("the last objects are at hand, and older ones are read again", () => {
  const { requested, make } = openObjects(2, 1_000);
  const [a, b, c] = [make("a"), make("b"), make("c")];
  const first = a.object;
  expect([b.object, a.object === first, c.object].map(Boolean)).toEqual([true, true, true]);
  expect(requested).toEqual(["a", "b", "c"]);
  expect([b.object, c.object, a.object].map(({ metadata }) => metadata.name)).toEqual(["b", "c", "a"]);
  expect(requested).toEqual(["a", "b", "c", "a"]);
});

test("large objects are at hand only as far as their bytes are within the limit", () => {
  const { requested, make } = openObjects(8, 100);
  const [small, large, other] = [make("small", 10), make("large", 80), make("other", 40)];
  for (const { object } of [small, large, small, other, other, small]) expect(object.metadata.name).toBeDefined();
  // The 40 bytes of `other` push both out: they were read before it.
  expect(requested).toEqual(["small", "large", "other", "small"]);
});

test("the newest object is at hand even if it alone is over the limit", () => {
  const { requested, make } = openObjects(8, 100);
  const [small, huge] = [make("small", 10), make("huge", 500)];
  for (const stored of [small, huge, huge, huge, small, huge]) stored.object;
  expect(requested).toEqual(["small", "huge", "small", "huge"]);
});

test("the ring goes round with objects of all sizes, and the newest is always at hand", () => {
  const { requested, make } = openObjects(3, 100);
  const objects = Array.from({ length: 40 }, (_, i) => make(`o${i}`, (i * 37) % 120));
  for (const stored of objects) expect(stored.object).toBe(stored.object);
  expect(requested).toEqual(objects.map(({ name }) => name));
});
