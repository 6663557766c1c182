import type { ApiObject, ManagedFieldsEntry } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { things, thingVersions } from "../testing/thing.ts";
import { blame } from "./blame.ts";
import { createFieldOwnership } from "./field-ownership.ts";

const { v1 } = thingVersions;
const endpoint = { definition: things, version: v1, subresource: "" };
const now = "2026-01-02T03:04:05Z";
const earlier = "2026-01-01T00:00:00Z";

function thing(spec: Record<string, unknown>, managedFields?: readonly ManagedFieldsEntry[]): ApiObject {
  const metadata = { name: "thing", uid: "uid" };
  return {
    apiVersion: "test.example.com/v1",
    kind: "Thing",
    metadata: managedFields === undefined ? metadata : { ...metadata, managedFields: [...managedFields] },
    spec,
  };
}

function entry(manager: string, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  return {
    manager,
    operation: "Update",
    apiVersion: "test.example.com/v1",
    time: earlier,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:scalar": {} } },
    ...more,
  };
}

describe("managedFields that clients send", () => {
  const live = thing({ scalar: "1" }, [entry("old")]);
  const sent = (
    managedFields: readonly ManagedFieldsEntry[] | undefined,
  ): readonly ManagedFieldsEntry[] | undefined => {
    const next = thing({ scalar: "1" }, managedFields);
    createFieldOwnership().track({ endpoint, live, next, manager: "m", now });
    return next.metadata.managedFields;
  };

  test.each<[string, readonly ManagedFieldsEntry[] | undefined, readonly ManagedFieldsEntry[] | undefined]>([
    ["none: the stored ones", undefined, [entry("old")]],
    ["others: they count", [entry("new")], [entry("new")]],
    ["an empty list: the stored ones", [], [entry("old")]],
    ["one empty entry clears", [{}], undefined],
    ["two empty entries cannot be read", [{}, {}], [entry("old")]],
    ["no operation", [{ ...entry("new"), operation: "Nope" as "Update" }], [entry("old")]],
    ["no version", [entry("new", { apiVersion: "" })], [entry("old")]],
    ["another type of fields", [entry("new", { fieldsType: "FieldsV2" })], [entry("old")]],
    ["fields that are none", [entry("new", { fieldsV1: { x: {} } })], [entry("old")]],
    ["a key that is no JSON", [entry("new", { fieldsV1: { "k:{": {} } })], [entry("old")]],
    ["fields that hold no fields", [entry("new", { fieldsV1: { "f:spec": 1 } })], [entry("old")]],
    [
      "unknown path elements are dropped",
      [entry("new", { fieldsV1: { "f:spec": { "f:scalar": {}, "q:x": {} } } })],
      [entry("new")],
    ],
    ["a manager without fields is none", [entry("new"), entry("idle", { fieldsV1: {} })], [entry("new")]],
    [
      "an entry of a version that the extension type does not have clears",
      [entry("new"), entry("x", { apiVersion: "gone/v9" })],
      undefined,
    ],
  ])("%s", (_, managedFields, want) => {
    expect(sent(managedFields)).toEqual(want);
  });

  test("an empty list clears those of a compiled-in type", () => {
    const version = { ...v1, semantics: "typed" } as const;
    const next = thing({ scalar: "1" }, []);
    const compiled = { definition: { ...things, versions: [version] }, version, subresource: "" };
    createFieldOwnership().track({ endpoint: compiled, live, next, manager: "m", now });
    expect(next.metadata.managedFields).toBeUndefined();
  });

  test("through a subresource: not at all", () => {
    const next = thing({ scalar: "1" }, []);
    createFieldOwnership().track({
      endpoint: { ...endpoint, subresource: "status" },
      live,
      next,
      manager: "m",
      now,
    });
    expect(next.metadata.managedFields).toEqual([entry("old")]);
  });

  test("an object with cleared managers stays without managers", () => {
    const next = thing({ scalar: "2" });
    createFieldOwnership().track({ endpoint, live: thing({ scalar: "1" }), next, manager: "m", now });
    expect(next.metadata.managedFields).toBeUndefined();
  });

  test("an apply does not take them", () => {
    const intent = thing({ scalar: "1" }, []);
    const apply = (): ApiObject =>
      createFieldOwnership().apply({ endpoint, live, intent, manager: "m", force: false, now });
    expect(apply).toThrow("metadata.managedFields must be nil");
  });
});

describe("the live object", () => {
  const ownership = createFieldOwnership();

  test("is not changed, and no part of it is in the result", () => {
    const live = thing({ items: [{ k: "a", p: "TCP", o: { a: "1" } }], free: { x: {} } });
    const text = JSON.stringify(live);
    const intent = thing({ items: [{ k: "a", v: "1" }] });
    const result = ownership.apply({ endpoint, live, intent, manager: "m", force: false, now });
    const spec = result["spec"] as { items: { o: { a: string } }[]; free: { x: Record<string, string> } };
    (spec.items[0] as { o: { a: string } }).o.a = "changed";
    spec.free.x["y"] = "added";
    expect(JSON.stringify(live)).toBe(text);
  });

  test("without unique item keys an apply fails, and an update leaves no owners", () => {
    const live = thing({ items: [{ v: "no key" }] }, [entry("old")]);
    const apply = (): ApiObject =>
      ownership.apply({ endpoint, live, intent: thing({ items: [{ k: "a" }] }), manager: "m", force: false, now });
    expect(apply).toThrow("failed to create typed live object");
    const next = thing({ scalar: "2", items: [{ v: "no key" }, { v: "again" }] });
    ownership.track({ endpoint, live, next, manager: "m", now });
    expect(next.metadata.managedFields).toBeUndefined();
  });
});

describe("fields named while the schema was another one", () => {
  test("a path into a value that became atomic means the whole value", () => {
    const live = thing({ whole: { a: "1" } }, [
      entry("old", { operation: "Apply", fieldsV1: { "f:spec": { "f:whole": { "f:a": {} } } } }),
    ]);
    const intent = thing({ whole: { b: "1" } });
    const apply = (): ApiObject =>
      createFieldOwnership().apply({ endpoint, live, intent, manager: "m", force: false, now });
    expect(apply).toThrow('Apply failed with 1 conflict: conflict with "old": .spec.whole');
  });
});

describe("a client with a last-applied annotation", () => {
  const annotation = "client.example.com/last-applied";
  const ownership = createFieldOwnership({ lastApplied: { manager: "client", annotation } });
  const before = {
    apiVersion: "test.example.com/v1",
    kind: "Thing",
    metadata: { name: "thing" },
    spec: { map: { a: "1" } },
  };
  const live = (kept: string, map: Record<string, string>): ApiObject => {
    const object = thing({ map }, [entry("other", { fieldsV1: { "f:spec": { "f:map": { "f:a": {}, "f:b": {} } } } })]);
    object.metadata.annotations = { [annotation]: kept };
    return object;
  };
  const apply = (manager: string, kept: string, map: Record<string, string>): ApiObject =>
    ownership.apply({
      endpoint,
      live: live(kept, map),
      intent: { ...before, metadata: { name: "thing" }, spec: { map: { a: "2", b: "2" } } },
      manager,
      force: false,
      now,
    });

  test("has no conflict over its last applied values, and the annotation is kept up to date", () => {
    const { metadata } = apply("client", JSON.stringify({ ...before, spec: { map: { a: "1", b: "1" } } }), {
      a: "1",
      b: "1",
    });
    expect(metadata.annotations?.[annotation]).toBe(
      '{"apiVersion":"test.example.com/v1","kind":"Thing","metadata":{"name":"thing"},"spec":{"map":{"a":"2","b":"2"}}}\n',
    );
    expect(metadata.managedFields?.map(({ manager }) => manager)).toEqual(["client"]);
  });
  test.each<[string, string, string, Record<string, string>]>([
    ["others do", "someone", JSON.stringify(before), { a: "1" }],
    ["conflicts over values changed since", "client", JSON.stringify(before), { a: "7" }],
    ["it does without a record that can be read", "client", "{", { a: "1" }],
    ["it does with the record of another kind", "client", JSON.stringify({ ...before, kind: "Other" }), { a: "1" }],
  ])("%s", (_, manager, kept, map) => {
    expect(() => apply(manager, kept, map)).toThrow(
      'conflicts with "other" using test.example.com/v1:\n- .spec.map.a\n- .spec.map.b',
    );
  });
  test("gets only its real conflicts", () => {
    expect(() => apply("client", JSON.stringify(before), { a: "1", b: "1" })).toThrow(
      'Apply failed with 1 conflict: conflict with "other" using test.example.com/v1: .spec.map.b',
    );
  });
});

describe("fields that are reset", () => {
  test("reset fields can be set per endpoint", () => {
    const ownership = createFieldOwnership({ resetFields: () => ["spec.map", "metadata.labels"] });
    const next = thing({ map: { a: "1" }, scalar: "1" });
    next.metadata.labels = { a: "1" };
    ownership.track({ endpoint, live: undefined, next, manager: "m", now });
    expect([...blame(next).keys()]).toEqual([".spec", ".spec.scalar"]);
  });
});

test("a preview reports the result of an apply without a change", () => {
  const live = thing({ scalar: "1", map: { mine: "1" } }, [
    entry("other"),
    entry("m", { operation: "Apply", fieldsV1: { "f:spec": { "f:map": { "f:mine": {} } } } }),
  ]);
  const text = JSON.stringify(live);
  const intent = thing({ scalar: "2", flag: true });
  expect(createFieldOwnership().preview({ endpoint, live, intent, manager: "m", now })).toEqual({
    conflicts: [
      {
        manager: { name: "other", operation: "Update", apiVersion: "test.example.com/v1", subresource: "" },
        path: ".spec.scalar",
      },
    ],
    changed: [".spec.flag", ".spec.scalar"],
    removed: [".spec.map", ".spec.map.mine"],
  });
  expect(JSON.stringify(live)).toBe(text);
});

test("blame names every owner of every field", () => {
  const object = thing({}, [entry("a", { operation: "Apply" }), entry("b", { subresource: "status" })]);
  expect(blame(object).get(".spec.scalar")).toEqual([
    { manager: "a", operation: "Apply", apiVersion: "test.example.com/v1", subresource: "", time: earlier },
    { manager: "b", operation: "Update", apiVersion: "test.example.com/v1", subresource: "status", time: earlier },
  ]);
});

describe("a write to fields that the writer owns", () => {
  const ownership = createFieldOwnership();
  const first = ownership.apply({
    endpoint,
    live: undefined,
    intent: thing({ scalar: "1" }),
    manager: "applier",
    force: false,
    now: earlier,
  });

  test("keeps the same set object on an apply", () => {
    const intent = thing({ scalar: "2" });
    const next = ownership.apply({ endpoint, live: first, intent, manager: "applier", force: false, now });
    expect(next.metadata.managedFields?.[0]?.time).toBe(now);
    expect(next.metadata.managedFields?.[0]?.fieldsV1).toBe(first.metadata.managedFields?.[0]?.fieldsV1);
  });

  test("keeps the same set object on an update", () => {
    const live = thing({ scalar: "1" }, [entry("updater")]);
    const next = thing({ scalar: "2" });
    ownership.track({ endpoint, live, next, manager: "updater", now });
    expect(next.metadata.managedFields?.[0]?.time).toBe(now);
    expect(next.metadata.managedFields?.[0]?.fieldsV1).toBe(live.metadata.managedFields?.[0]?.fieldsV1);
  });
});

test("objects that are made alike have one set of fields among them", () => {
  const ownership = createFieldOwnership();
  const made = (manager: string, spec: Record<string, unknown>) => {
    const next = thing(spec);
    ownership.track({ endpoint, live: undefined, next, manager, now });
    return next.metadata.managedFields?.[0];
  };
  const [one, other, alike] = [made("a", { scalar: "1" }), made("a", { map: { x: "1" } }), made("b", { scalar: "2" })];
  expect(alike).toEqual(entry("b", { time: now, fieldsV1: { "f:spec": { ".": {}, "f:scalar": {} } } }));
  expect(alike?.fieldsV1).toBe(one?.fieldsV1);
  expect(other?.fieldsV1).toEqual({ "f:spec": { ".": {}, "f:map": { ".": {}, "f:x": {} } } });
});

test("an entry of a version that a compiled-in type does not have is dropped", () => {
  const version = { ...v1, semantics: "typed" } as const;
  const compiled = { definition: { ...things, versions: [version] }, version, subresource: "" };
  const live = thing({ scalar: "1" }, [entry("old")]);
  const next = thing({ scalar: "1" }, [entry("new"), entry("x", { apiVersion: "gone/v9" })]);
  createFieldOwnership().track({ endpoint: compiled, live, next, manager: "m", now });
  expect(next.metadata.managedFields).toEqual([entry("new")]);
});

test("a write of an extension type takes what its object lacks from owners in other versions", () => {
  const [one, two] = ["v1", "v2"].map((version) => ({ ...v1, version, semantics: "structural" }) as const);
  const extended = { definition: { ...things, versions: [one!, two!] }, version: two!, subresource: "status" };
  const fields = { "f:metadata": { "f:labels": { "f:a": {} } }, "f:spec": { "f:scalar": {} } };
  const other = entry("two", { apiVersion: "test.example.com/v2" });
  const live = thing({ scalar: "1" }, [entry("one", { fieldsV1: fields }), other]);
  live.metadata.labels = { a: "1" };
  const { spec: _, ...next } = thing({}, live.metadata.managedFields);
  createFieldOwnership().track({ endpoint: extended, live, next: next as ApiObject, manager: "m", now });
  expect(next.metadata.managedFields).toEqual([other]);
});

describe("the conversion of an extension type sees", () => {
  const sent: ApiObject[] = [];
  const conversion = {
    toStorage: (object: ApiObject): ApiObject => {
      sent.push(object);
      return object;
    },
    fromStorage: (object: ApiObject): ApiObject => object,
  };
  const [one, two] = ["v1", "v2"].map((version) => ({ ...v1, version, semantics: "structural", conversion }) as const);
  const extended = { definition: { ...things, versions: [one!, two!] }, version: two!, subresource: "" };
  const owners = [entry("one")];
  const created = "2026-01-01T00:00:00Z";
  const ownedBy = (scalar: string, more: Partial<ApiObject["metadata"]>): ApiObject => {
    const object = thing({ scalar });
    return { ...object, metadata: { ...object.metadata, ...more } };
  };
  const seen = (act: () => unknown): readonly unknown[] => {
    sent.length = 0;
    act();
    return sent.map(({ metadata, spec }) => [spec, metadata.managedFields, metadata.creationTimestamp]);
  };
  const live = ownedBy("1", { managedFields: owners, creationTimestamp: created });

  test.each<[string, Partial<ApiObject["metadata"]>, string | null]>([
    ["a time of creation", { creationTimestamp: created }, created],
    ["a null for none", {}, null],
  ])("of an update the live object with its owners, and the new one without, with %s", (_, metadata, shown) => {
    const next = ownedBy("2", metadata);
    expect(seen(() => createFieldOwnership().track({ endpoint: extended, live, next, manager: "m", now }))).toEqual([
      [{ scalar: "1" }, owners, created],
      [{ scalar: "2" }, undefined, shown],
    ]);
    expect(next.metadata.creationTimestamp).toBe(metadata.creationTimestamp);
  });

  test("of a creation, with owners in another version, the new object; then it has no owners", () => {
    const fromStorageAll = (objects: readonly ApiObject[]): Promise<readonly ApiObject[]> => Promise.resolve(objects);
    const called = { ...two!, conversion: { ...conversion, fromStorageAll } };
    const hooked = { ...extended, definition: { ...things, versions: [one!, called] }, version: called };
    const next = ownedBy("1", { managedFields: owners });
    const write = { endpoint: hooked, live: undefined, next, manager: "m", now };
    expect(seen(() => createFieldOwnership().track(write))).toEqual([[{ scalar: "1" }, undefined, undefined]]);
    expect(next.metadata.managedFields).toBeUndefined();
  });

  test("of an apply both with the owners of the live object", () => {
    const applied = { endpoint: extended, live, intent: thing({ scalar: "2" }), manager: "m", now, force: true };
    expect(seen(() => createFieldOwnership().apply(applied))).toEqual([
      [{ scalar: "1" }, owners, created],
      [{ scalar: "2" }, owners, created],
    ]);
  });

  test("not the new object where the live one does not fit the other version", () => {
    const toStorage = (object: ApiObject): ApiObject => ({ ...conversion.toStorage(object), spec: "none" });
    const breaking = { ...two!, conversion: { ...conversion, toStorage } };
    const broken = { ...extended, definition: { ...things, versions: [one!, breaking] }, version: breaking };
    const write = { endpoint: broken, live, next: ownedBy("2", {}), manager: "m", now };
    expect(seen(() => createFieldOwnership().track(write))).toHaveLength(1);
  });
});

describe("an object of an extension type with owners of a version that the type has no more", () => {
  const extension = { ...v1, semantics: "structural" } as const;
  const extended = { definition: { ...things, versions: [extension] }, version: extension, subresource: "" };
  const gone = entry("old", { apiVersion: "test.example.com/v0" });
  const live = thing({ scalar: "1" }, [entry("other"), gone]);

  test("has no owners after an update, whether or not it changes a value", () => {
    for (const scalar of ["1", "2"]) {
      const next = thing({ scalar }, live.metadata.managedFields);
      createFieldOwnership().track({ endpoint: extended, live, next, manager: "m", now });
      expect(next.metadata.managedFields).toBeUndefined();
    }
  });

  test("refuses each apply, until its owners are cleared", () => {
    const intent = thing({ scalar: "1" });
    const ownership = createFieldOwnership();
    const apply = (object: ApiObject): ApiObject =>
      ownership.apply({ endpoint: extended, live: object, intent, manager: "m", now, force: true });
    expect(() => apply(live)).toThrow(
      expect.objectContaining({
        message: "request to convert CR to an invalid group/version: test.example.com/v0",
        code: 500,
      }),
    );
    const owners = apply(thing({ scalar: "1" })).metadata.managedFields ?? [];
    expect(owners.map(({ manager }) => manager)).toEqual(["m", "before-first-apply"]);
  });
});
