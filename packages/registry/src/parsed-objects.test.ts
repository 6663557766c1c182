import type { ApiObject } from "@svc/meta";
import { expect, test } from "vitest";
import { createParsedObjects } from "./parsed-objects.ts";
import { type ObjectReader, StoredObject, wholeOf } from "./stored-object.ts";

test("the last objects are at hand, and older ones are read again", () => {
  const asked: string[] = [];
  const remember = createParsedObjects(2);
  const reader: ObjectReader = {
    prefix: "/registry/notes/",
    namespaced: false,
    objectOf: (stored) => {
      asked.push(stored.name);
      const object: ApiObject = { metadata: { name: stored.name } };
      remember(stored, object);
      return object;
    },
    fieldsOf: () => ({}),
    apiVersion: "example.com/v1",
    renew: () => ({}),
  };
  const make = (name: string): StoredObject =>
    new StoredObject({ key: `/registry/notes/${name}`, revision: 1, reader, span: wholeOf(Buffer.from("{}")) });
  const [a, b, c] = [make("a"), make("b"), make("c")];
  const first = a.object;
  expect([b.object, a.object === first, c.object].map(Boolean)).toEqual([true, true, true]);
  expect(asked).toEqual(["a", "b", "c"]);
  expect([b.object, c.object, a.object].map(({ metadata }) => metadata.name)).toEqual(["b", "c", "a"]);
  expect(asked).toEqual(["a", "b", "c", "a"]);
});
