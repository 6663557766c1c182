import type { ApiObject } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { StoredObject, wholeOf, withResourceVersion } from "./stored-object.ts";
import { createRegistryFixture, defineNotes, selectorsOf } from "./testing/registry-fixture.ts";

const schemaVersion = () => defineNotes().versions[0]!;

describe("reads", () => {
  it("see every write acknowledged before", async () => {
    const fixture = await createRegistryFixture();
    for (let i = 0; i < 10; i++) {
      await fixture.create(`ns/n${i}`);
      expect((await fixture.registry.get(fixture.notes, { namespace: "ns", name: `n${i}` })).name).toBe(`n${i}`);
    }
    await expect(
      Promise.resolve().then(() => fixture.registry.get(fixture.notes, { namespace: "ns", name: "none" })),
    ).rejects.toMatchObject({
      code: 404,
      message: 'notes.example.com "none" not found',
    });
  });

  it.each([".", ".."])("refuse the namespace %s, which leads to another key", async (namespace) => {
    const fixture = await createRegistryFixture();
    const reading = Promise.resolve().then(() => fixture.registry.get(fixture.notes, { namespace, name: "a" }));
    await expect(reading).rejects.toMatchObject({ code: 500, message: `invalid key: "/notes/${namespace}/a"` });
  });

  it("get an error when a version is not reached in time", async () => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    const reading = Promise.resolve(
      fixture.registry.get(fixture.notes, { namespace: "ns", name: "a", at: { kind: "notOlderThan", revision: 99 } }),
    );
    const outcome = expect(reading).rejects.toMatchObject({ code: 504 });
    await Promise.resolve();
    fixture.clock.advance(3000);
    await outcome;
  });

  it("select by the fields that the resource has", async () => {
    const selectableFields = {
      fields: ["spec.color"],
      aliases: { color: "spec.color" },
      indexed: ["spec.color"],
      values: (o: ApiObject) => ({ "spec.color": (o["spec"] as { color: string }).color }),
    };
    const fixture = await createRegistryFixture(
      defineNotes({}, { versions: [{ ...schemaVersion(), selectableFields }] }),
    );
    await fixture.create("ns/a", { spec: { color: "red" } });
    await fixture.create("ns/b", { spec: { color: "blue" } });
    expect(await fixture.names({ fields: "spec.color=red" })).toEqual(["ns/a"]);
    expect(await fixture.names({ fields: "color!=red" })).toEqual(["ns/b"]);
    await expect(fixture.names({ fields: "spec.size=1" })).rejects.toMatchObject({
      code: 400,
      message: "field label not supported: spec.size",
    });
  });

  it("select only by name and namespace for other resources", async () => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    expect(await fixture.names({ fields: "metadata.namespace=ns,metadata.name!=b" })).toEqual(["ns/a"]);
    await expect(fixture.names({ fields: "x=1" })).rejects.toMatchObject({
      code: 400,
      message: '"x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
  });
});

it("a value that is no object affects only reads that may include it", async () => {
  const fixture = await createRegistryFixture();
  await fixture.create("ns/a");
  await fixture.storage.commit([{ op: "put", key: "/registry/notes/ns/bad", value: Buffer.from("rubbish") }]);
  await expect(
    Promise.resolve().then(() => fixture.registry.get(fixture.notes, { namespace: "ns", name: "bad" })),
  ).rejects.toMatchObject({ code: 500, reason: "InternalError" });
  expect((await fixture.registry.get(fixture.notes, { namespace: "ns", name: "a" })).name).toBe("a");
  await expect(fixture.names({ labels: "x=y" })).rejects.toMatchObject({ code: 500, reason: "StorageReadError" });
  expect(await fixture.names({ fields: "metadata.name=a" })).toEqual(["ns/a"]);
  expect(await fixture.names({ namespace: "other" })).toEqual([]);
});

it("an object stored in another version is read in the current one", async () => {
  const old = {
    ...schemaVersion(),
    version: "v1beta1",
    conversion: {
      toStorage: (o: ApiObject) => ({ ...o, spec: { n: o["old"] } }) as ApiObject,
      fromStorage: (o: ApiObject) => o,
    },
  };
  const fixture = await createRegistryFixture(defineNotes({}, { versions: [schemaVersion(), old] }));
  const value = {
    kind: "Note",
    apiVersion: "example.com/v1beta1",
    metadata: { name: "a", namespace: "ns", uid: "u", creationTimestamp: null },
    old: 5,
  };
  await fixture.storage.commit([{ op: "put", key: "/registry/notes/ns/a", value: Buffer.from(JSON.stringify(value)) }]);
  expect((await fixture.registry.get(fixture.notes, { namespace: "ns", name: "a" })).object).toMatchObject({
    apiVersion: "example.com/v1",
    spec: { n: 5 },
  });
});

describe("stored bytes", () => {
  const reader = {
    prefix: "/registry/notes/",
    namespaced: true,
    objectOf: (s: StoredObject) => JSON.parse(s.body.toString()) as ApiObject,
    fieldsOf: () => ({}),
    apiVersion: "example.com/v1",
    renew: () => ({}),
  };
  const stored = (text: string) =>
    new StoredObject({
      key: "/registry/notes/ns/a",
      revision: 7,
      reader,
      span: wholeOf(Buffer.from(text)),
    });

  it.each([
    [
      '{"metadata":{"name":"a","uid":"u","labels":{"uid":"x"}},"x":1}',
      7,
      '{"metadata":{"name":"a","uid":"u","resourceVersion":"7","labels":{"uid":"x"}},"x":1}',
    ],
    [
      '{"metadata":{"uid":"u","resourceVersion":"123","a":1}}',
      4,
      '{"metadata":{"uid":"u","resourceVersion":"4","a":1}}',
    ],
    ['{"metadata":{"uid":"u","resourceVersion":"123","a":1}}', 0, '{"metadata":{"uid":"u","a":1}}'],
    ['{"metadata":{"uid":"u","resourceVersion":"123","a":1}}', "", '{"metadata":{"uid":"u","a":1}}'],
    ['{"metadata":{"uid":"u","a":"é"}}', '"é', '{"metadata":{"uid":"u","resourceVersion":"\\"é","a":"é"}}'],
  ])("%s at %s", (body, revision, want) => {
    expect(withResourceVersion(Buffer.from(body), revision).toString()).toBe(want);
  });

  it("have a new version after their deletion, and are matched as before", () => {
    const a = stored('{"metadata":{"uid":"u","resourceVersion":"7","a":1}}');
    expect(a.withRevision(12).body.toString()).toBe('{"metadata":{"uid":"u","resourceVersion":"12","a":1}}');
    expect(a.hasSameContent(Buffer.from(',"metadata":{"uid":"u","a":1}}'), 0)).toBe(true);
    expect(a.hasSameContent(Buffer.from('xxx,"metadata":{"uid":"u","a":1}}'), 3)).toBe(true);
    expect(a.hasSameContent(Buffer.from(',"metadata":{"uid":"u","a":2}}'), 0)).toBe(false);
    expect(a.hasSameContent(Buffer.from(',"metadata":{"uid":"v","a":1}}'), 0)).toBe(false);
    expect(a.hasSameContent(Buffer.from(',"metadata":{"uid":"u"}}'), 0)).toBe(false);
  });

  it("can move into a larger buffer", () => {
    const a = stored('{"metadata":{"uid":"u","a":1}}');
    const larger = Buffer.concat([Buffer.from("..."), a.body, Buffer.from("...")]);
    a.moveTo({ buffer: larger }, 3);
    expect(a.body.toString()).toBe('{"metadata":{"uid":"u","a":1}}');
    expect(a.body.buffer).toBe(larger.buffer);
  });
});

it("a watch reports writes", async () => {
  const fixture = await createRegistryFixture();
  const observed: string[] = [];
  await fixture.registry.watch(fixture.notes, {
    namespace: undefined,
    selectors: selectorsOf(),
    from: { kind: "latest" },
    bookmarks: false,
    timeoutMs: 1e6,
    sink: {
      initial: () => undefined,
      event: ({ type, item }) => void observed.push(`${type} ${item.name} ${item.object.metadata.resourceVersion}`),
      bookmark: () => undefined,
      end: () => undefined,
    },
  });
  await fixture.create("ns/a");
  await fixture.registry.update(fixture.notes, fixture.context, {
    target: { namespace: "ns", name: "a" },
    object: { metadata: { name: "a" }, x: 1 },
    options: fixture.options,
  });
  await fixture.registry.delete(fixture.notes, fixture.context, {
    target: { namespace: "ns", name: "a" },
    options: {},
  });
  await expect.poll(() => observed).toEqual(["ADDED a 2", "MODIFIED a 3", "DELETED a 4"]);
});
