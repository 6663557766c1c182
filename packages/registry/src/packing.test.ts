import { everyField, everyLabel } from "@svc/meta";
import { itemsOf } from "@svc/watch";
import { expect, it } from "vitest";
import { packing } from "./packing.ts";
import type { StoredObject } from "./stored-object.ts";
import { createWorld, defineNotes, type World } from "./testing/world.ts";

async function storedIn(w: World): Promise<readonly StoredObject[]> {
  const selectors = { labels: everyLabel, fields: everyField };
  const list = await w.registry.list(w.notes, { namespace: undefined, selectors, at: { kind: "latest" } });
  return [...itemsOf(list.runs)];
}

const texts = (items: readonly StoredObject[]): readonly string[] => items.map(({ body }) => body.toString());

it("objects that are read together share a buffer, and are the same; what is none of them is told of alone", async () => {
  const writer = await createWorld();
  for (const name of ["ns/a", "ns/b", "ns/d"]) await writer.create(name, { spec: { text: `text of ${name}` } });
  const wrote = texts(await storedIn(writer));
  const bad = Buffer.from('{"kind":"Note","apiVersion":"example.com/v1","metadata":{}}');
  await writer.storage.commit([{ op: "put", key: "/registry/notes/ns/c", value: bad }]);
  const reader = await createWorld(defineNotes(), { storage: writer.storage });
  await expect(storedIn(reader)).rejects.toMatchObject({
    details: { causes: [{ message: expect.stringContaining("the value has no uid") }] },
  });
  await writer.storage.commit([{ op: "delete", key: "/registry/notes/ns/c" }]);
  const read = await storedIn(reader);
  expect(read.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual(["ns/a", "ns/b", "ns/d"]);
  expect(texts(read)).toEqual(wrote);
  expect(new Set(read.map(({ body }) => body.buffer)).size).toBe(1);
});

it("packing moves objects together, and apart again", async () => {
  const w = await createWorld();
  for (const name of ["ns/a", "ns/b", "ns/c"]) await w.create(name);
  const items = await storedIn(w);
  const before = texts(items);
  expect(items.map(packing.isPacked)).toEqual([false, false, false]);
  packing.pack(items);
  expect(items.map(packing.isPacked)).toEqual([true, true, true]);
  expect(new Set(items.map(({ body }) => body.buffer)).size).toBe(1);
  packing.unpack(items[1]!);
  expect(items.map(packing.isPacked)).toEqual([true, false, true]);
  expect(texts(items)).toEqual(before);
});
