import { createAdmission } from "@svc/admission";
import { type ApiObject, invalid, StatusError } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { createRegistryFixture, defineNotes, type RegistryFixture } from "./testing/registry-fixture.ts";

const target = (name: string) => {
  const [namespace = "", last = ""] = name.split("/");
  return { namespace, name: last };
};
const put = async (fixture: RegistryFixture, name: string, object: object, more: object = {}) =>
  (
    await fixture.registry.update(fixture.notes, fixture.context, {
      target: target(name),
      object: object as ApiObject,
      options: fixture.options,
      ...more,
    })
  ).stored.object;
const get = async (fixture: RegistryFixture, name: string) =>
  (await fixture.registry.get(fixture.notes, target(name))).object;

describe("create", () => {
  it("sets the server's fields, and keeps the client's", async () => {
    const fixture = await createRegistryFixture();
    const made = await fixture.create("ns/a", {
      metadata: {
        uid: "mine",
        creationTimestamp: "2001-01-01T00:00:00Z",
        deletionTimestamp: "2001-01-01T00:00:00Z",
        selfLink: "/x",
        labels: { l: "1" },
      },
      spec: { text: "hello" },
    });
    expect(made).toEqual({
      apiVersion: "example.com/v1",
      kind: "Note",
      metadata: {
        name: "a",
        namespace: "ns",
        uid: "uid-1",
        creationTimestamp: "2026-01-02T03:04:05Z",
        generation: 1,
        labels: { l: "1" },
        resourceVersion: "2",
      },
      spec: { text: "hello" },
    });
    expect(await get(fixture, "ns/a")).toEqual(made);
  });

  it.each<[string, object, number, string]>([
    ["ns/a", {}, 409, 'notes.example.com "a" already exists'],
    ["ns/b", { metadata: { resourceVersion: "7" } }, 500, "resourceVersion should not be set on objects to be created"],
    [
      "ns/B_",
      {},
      422,
      'Note.example.com "B_" is invalid: metadata.name: Invalid value: "B_": a lowercase RFC 1123 subdomain',
    ],
    [
      "ns/",
      { metadata: { name: undefined } },
      422,
      'Note.example.com "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    [
      "ns/c",
      { metadata: { namespace: "other" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
  ])("%s with %j is refused", async (name, more, code, message) => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    const error = await fixture.create(name, more as Record<string, unknown>).catch((e: unknown) => e as StatusError);
    expect(error).toMatchObject({ code });
    expect((error as StatusError).message.slice(0, message.length)).toBe(message);
  });

  it("of a dry run checks everything and stores nothing", async () => {
    const fixture = await createRegistryFixture();
    const made = await fixture.create("ns/a", {}, true);
    expect(made.metadata).not.toHaveProperty("resourceVersion");
    expect(await fixture.names()).toEqual([]);
    await fixture.create("ns/a");
    await expect(fixture.create("ns/a", {}, true)).rejects.toMatchObject({ code: 409 });
  });

  it("generates names, again when one exists, and gives up in the end", async () => {
    let suffix = "taken";
    const fixture = await createRegistryFixture();
    Object.assign(fixture.registry.environment, { randomSuffix: () => suffix });
    await fixture.create("ns/n-taken");
    await expect(fixture.create("ns/", { metadata: { name: "", generateName: "n-" } })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining("the server was not able to generate a unique name"),
      details: { retryAfterSeconds: 1 },
    });
    suffix = "other";
    expect((await fixture.create("ns/", { metadata: { name: "", generateName: "n-" } })).metadata.name).toBe("n-other");
    const long = await fixture.create("ns/", { metadata: { name: "", generateName: "x".repeat(70) } });
    expect(long.metadata.name).toBe(`${"x".repeat(58)}other`);
  });

  it("removes duplicate owners", async () => {
    const fixture = await createRegistryFixture();
    const owner = { apiVersion: "v1", kind: "X", name: "x", uid: "u" };
    const made = await fixture.create("ns/a", {
      metadata: { ownerReferences: [owner, { ...owner }, { ...owner, uid: "v" }] },
    });
    expect(made.metadata.ownerReferences?.map((o) => o.uid)).toEqual(["u", "v"]);
    expect(fixture.warnings).toEqual([expect.stringContaining("duplicate UID(s) observed: u")]);
  });

  it("releases a reservation when it fails, and keeps it otherwise", async () => {
    const observed: string[] = [];
    const definition = defineNotes();
    const beginCreate = () => ({
      keep: () => void observed.push("keep"),
      release: () => void observed.push("release"),
    });
    const fixture = await createRegistryFixture(definition, {
      hooks: () => new Map([["notes.example.com", { beginCreate }]]),
    });
    await fixture.create("ns/a");
    await expect(fixture.create("ns/a")).rejects.toThrow();
    await expect(fixture.create("ns/B_")).rejects.toThrow();
    expect(observed).toEqual(["keep", "release", "release"]);
  });

  it("releases nothing that a stored object uses when its reservation cannot be kept", async () => {
    const observed: string[] = [];
    const keep = () => Promise.reject(new Error("the range is not writable"));
    const beginCreate = () => ({ keep, release: () => void observed.push("release") });
    const fixture = await createRegistryFixture(defineNotes(), {
      hooks: () => new Map([["notes.example.com", { beginCreate }]]),
    });
    await expect(fixture.create("ns/a")).rejects.toThrow("the range is not writable");
    expect([await fixture.names(), observed]).toEqual([["ns/a"], []]);
  });
});

describe("update", () => {
  it("keeps fields that updates never change, and increments the generation with the spec", async () => {
    const fixture = await createRegistryFixture();
    const made = await fixture.create("ns/a", { spec: { n: 1 } });
    fixture.clock.advance(5000);
    const first = await put(fixture, "ns/a", {
      metadata: { name: "a", creationTimestamp: "2001-01-01T00:00:00Z", generation: 9 },
      spec: { n: 1 },
      note: "x",
    });
    expect(first.metadata).toEqual({ ...made.metadata, resourceVersion: "3" });
    const second = await put(fixture, "ns/a", { metadata: { name: "a" }, spec: { n: 2 } });
    expect(second.metadata.generation).toBe(2);
  });

  it("without changes writes nothing", async () => {
    const fixture = await createRegistryFixture();
    const made = await fixture.create("ns/a", { spec: { n: 1 } });
    const same = await put(fixture, "ns/a", { metadata: { name: "a" }, spec: { n: 1 } });
    expect(same.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
    expect(fixture.storage.currentRevision()).toBe(2);
  });

  it("requires the version that it names", async () => {
    const fixture = await createRegistryFixture();
    const { resourceVersion } = (await fixture.create("ns/a")).metadata;
    await put(fixture, "ns/a", { metadata: { name: "a", resourceVersion }, spec: { n: 1 } });
    await expect(
      put(fixture, "ns/a", { metadata: { name: "a", resourceVersion }, spec: { n: 2 } }),
    ).rejects.toMatchObject({
      code: 409,
      reason: "Conflict",
    });
    const strict = await createRegistryFixture(defineNotes({ allowUnconditionalUpdate: false }));
    await strict.create("ns/a");
    await expect(put(strict, "ns/a", { metadata: { name: "a" } })).rejects.toMatchObject({
      code: 422,
      message:
        'notes.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    });
  });

  it.each(["", "0", "00", "2", "002"])("takes the resourceVersion %j of an object at revision 2", async (sent) => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    const changed = await put(fixture, "ns/a", { metadata: { name: "a", resourceVersion: sent }, spec: { n: 1 } });
    expect(changed.metadata.resourceVersion).toBe("3");
  });

  it.each([
    ["1", 409, "the object has been modified"],
    ["x", 500, 'strconv.ParseUint: parsing "x": invalid syntax'],
    ["18446744073709551616", 500, 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
  ])("refuses the resourceVersion %j of an object at revision 2", async (sent, code, message) => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    const refused = put(fixture, "ns/a", { metadata: { name: "a", resourceVersion: sent } });
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each([
    ["another write", { op: "put", value: Buffer.from("{}") }, 409],
    ["a deletion", { op: "delete" }, 404],
  ] as const)("that loses to %s gets an error with the reason", async (_, other, code) => {
    const definition = defineNotes();
    const beginUpdate = async (): Promise<undefined> => {
      const { entries } = await fixture.storage.range({ prefix: "" });
      await fixture.storage.commit(entries.map(({ key }) => ({ ...other, key })));
    };
    const fixture = await createRegistryFixture(definition, {
      hooks: () => new Map([["notes.example.com", { beginUpdate }]]),
    });
    const { resourceVersion } = (await fixture.create("ns/a")).metadata;
    const object = { metadata: { name: "a", resourceVersion }, spec: { n: 1 } };
    await expect(put(fixture, "ns/a", object)).rejects.toMatchObject({ code });
  });

  it.each<[string, object, number, string]>([
    ["ns/a", { metadata: { name: "b" } }, 400, "the name of the object (b) does not match the name on the URL (a)"],
    [
      "ns/a",
      { metadata: {} },
      400,
      "the name of the object (a based on URL) was undeterminable: name must be provided",
    ],
    [
      "ns/a",
      { metadata: { name: "b", namespace: "other" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    ["ns/none", { metadata: { name: "none" } }, 404, 'notes.example.com "none" not found'],
    [
      "ns/a",
      { metadata: { name: "a", uid: "other" } },
      409,
      "Precondition failed: UID in precondition: other, UID in object meta: uid-1",
    ],
    ["ns/none", { metadata: { name: "none", uid: "x" } }, 409, "UID in precondition: x, UID in object meta: "],
  ])("of %s with %j is refused", async (name, object, code, message) => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    await expect(put(fixture, name, object)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("creates an absent object where the resource and the client's rights allow it", async () => {
    const fixture = await createRegistryFixture(defineNotes({ allowCreateOnUpdate: true }));
    expect((await put(fixture, "ns/a", { metadata: { name: "a" } })).metadata.uid).toBe("uid-1");
    const mayCreate = () => {
      throw new StatusError({ code: 403, message: "no" });
    };
    await expect(put(fixture, "ns/b", { metadata: { name: "b" } }, { mayCreate })).rejects.toMatchObject({ code: 403 });
    expect(await fixture.names()).toEqual(["ns/a"]);
  });

  it("is judged by the rules of every object and of the kind", async () => {
    const fixture = await createRegistryFixture(
      defineNotes({ validateUpdate: (next) => (next["bad"] === true ? [invalid("bad", true, "is bad")] : []) }),
    );
    await fixture.create("ns/a");
    const error = await put(fixture, "ns/a", { metadata: { name: "a", labels: { "-": "" } }, bad: true }).catch(
      (e: unknown) => e as StatusError,
    );
    const fields = (error as StatusError).details?.causes?.map((c) => c.field);
    expect(fields).toEqual(["metadata.labels", "metadata.labels", "metadata.labels", "metadata.labels", "bad"]);
  });

  it("is repeated after a concurrent write, and loses neither", async () => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a", { spec: { n: 0 } });
    const increment = () =>
      fixture.registry.patch(fixture.notes, fixture.context, {
        target: target("ns/a"),
        options: fixture.options,
        patch: (live) => {
          const spec = live["spec"] as { n: number };
          return { ...live, metadata: { ...live.metadata }, spec: { n: spec.n + 1 } };
        },
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect((await get(fixture, "ns/a"))["spec"]).toEqual({ n: 20 });
    expect((await get(fixture, "ns/a")).metadata.generation).toBe(21);
  });

  it("through a subresource changes only its view", async () => {
    const fixture = await createRegistryFixture(
      defineNotes({
        prepareUpdate: (next, old) => void (next["status"] = old["status"]),
        subresources: { status: { prepareUpdate: (next, old) => void (next["spec"] = old["spec"]) } },
      }),
    );
    await fixture.create("ns/a", { spec: { n: 1 } });
    const status = { ...fixture.notes, subresource: "status" };
    const object = { metadata: { name: "a" }, spec: { n: 9 }, status: { ok: true } };
    const { stored } = await fixture.registry.update(status, fixture.context, {
      target: target("ns/a"),
      object,
      options: fixture.options,
    });
    expect(stored.object).toMatchObject({ spec: { n: 1 }, status: { ok: true }, metadata: { generation: 1 } });
    expect(
      await put(fixture, "ns/a", { metadata: { name: "a" }, spec: { n: 2 }, status: { ok: false } }),
    ).toMatchObject({
      spec: { n: 2 },
      status: { ok: true },
    });
  });
});

it("admission changes the written object, and rejects it", async () => {
  const observed: string[] = [];
  const admission = createAdmission([
    {
      name: "Stamp",
      operations: ["CREATE", "UPDATE", "DELETE"],
      mutate: async ({ operation, object, oldObject }) => {
        observed.push(`${operation} ${object?.metadata.name ?? "-"} ${oldObject?.metadata.name ?? "-"}`);
        if (object !== undefined) object["stamp"] = true;
      },
      validate: ({ object }) => {
        if (object?.["forbidden"] === true) throw new StatusError({ code: 403, message: "no" });
      },
    },
  ]);
  const fixture = await createRegistryFixture(defineNotes(), { admission: () => admission });
  expect(await fixture.create("ns/a")).toMatchObject({ stamp: true });
  await expect(put(fixture, "ns/a", { metadata: { name: "a" }, forbidden: true })).rejects.toMatchObject({ code: 403 });
  await fixture.registry.delete(fixture.notes, fixture.context, { target: target("ns/a"), options: {} });
  expect(observed).toEqual(["CREATE a -", "UPDATE a a", "DELETE - a"]);
});

describe("apply", () => {
  const apply = (fixture: RegistryFixture, name: string, intent: object) =>
    fixture.registry.apply(fixture.notes, fixture.context, {
      target: target(name),
      intent: intent as ApiObject,
      options: fixture.options,
      force: false,
    });

  it("creates a missing object, and changes an existing one", async () => {
    const fixture = await createRegistryFixture();
    expect((await apply(fixture, "ns/a", { metadata: { name: "a", namespace: "ns" }, spec: { n: 1 } })).created).toBe(
      true,
    );
    const second = await apply(fixture, "ns/a", { metadata: { name: "a", namespace: "ns" }, spec: { n: 2 } });
    expect([second.created, second.stored.object.metadata.generation]).toEqual([false, 2]);
  });

  it.each(["", null])("with the uid %j creates a missing object", async (uid) => {
    const fixture = await createRegistryFixture();
    expect((await apply(fixture, "ns/a", { metadata: { name: "a", namespace: "ns", uid } })).created).toBe(true);
  });

  it("with a uid for an absent object is rejected", async () => {
    const fixture = await createRegistryFixture();
    await expect(apply(fixture, "ns/a", { metadata: { name: "a", namespace: "ns", uid: "u" } })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining(
        "uid mismatch: the provided object specified uid u, and no existing object was found",
      ),
    });
  });
});
