import { type AdmissionRequest, createAdmission } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { type ApiObject, forbidden, StatusError } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { describe, expect, it } from "vitest";
import type { DeleteOptions } from "./context.ts";
import { createRegistryFixture, defineNotes, type RegistryFixture, selectorsOf } from "./testing/registry-fixture.ts";

const target = { namespace: "ns", name: "a" };
const del = (fixture: RegistryFixture, options: DeleteOptions = {}) =>
  fixture.registry.delete(fixture.notes, fixture.context, { target, options });
const put = async (fixture: RegistryFixture, object: object) =>
  (
    await fixture.registry.update(fixture.notes, fixture.context, {
      target,
      object: object as ApiObject,
      options: fixture.options,
    })
  ).stored.object;
const mark = { deletionTimestamp: "2026-01-02T03:04:05Z", deletionGracePeriodSeconds: 0 };

describe("an object without finalizers", () => {
  it("is removed immediately, and returns a Status", async () => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    const { gone, status } = await del(fixture);
    expect([gone, status]).toEqual([
      true,
      {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Success",
        details: { name: "a", group: "example.com", kind: "notes", uid: "uid-1" },
      },
    ]);
    expect(await fixture.names()).toEqual([]);
    await expect(del(fixture)).rejects.toMatchObject({ code: 404 });
  });

  it("stays when the deletion is a dry run", async () => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    expect((await del(fixture, { dryRun: true })).status?.status).toBe("Success");
    expect(await fixture.names()).toEqual(["ns/a"]);
  });

  it("returns the object where the resource does so", async () => {
    const fixture = await createRegistryFixture(defineNotes({ deletion: { returnsObject: true } }));
    await fixture.create("ns/a");
    const { status, stored } = await del(fixture);
    expect([status, stored.object.metadata.name, stored.revision]).toEqual([undefined, "a", 3]);
  });
});

describe("an object with finalizers", () => {
  const withFinalizers = { metadata: { finalizers: ["example.com/a", "example.com/b"] } };

  it("is marked once, and removed with its last finalizer, as the last write left it", async () => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a", withFinalizers);
    const first = await del(fixture);
    expect([first.gone, first.status, first.stored.object.metadata]).toEqual([
      false,
      undefined,
      expect.objectContaining({ ...mark, generation: 2, resourceVersion: "3" }),
    ]);
    fixture.clock.advance(10_000);
    expect((await del(fixture)).stored.revision).toBe(3);
    const less = await put(fixture, {
      metadata: { name: "a", finalizers: ["example.com/b"], deletionTimestamp: null },
    });
    expect(less.metadata).toMatchObject({ ...mark, resourceVersion: "4" });
    await expect(
      put(fixture, { metadata: { name: "a", finalizers: ["example.com/b", "example.com/c"] } }),
    ).rejects.toMatchObject({
      message: expect.stringContaining(
        'no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/c"}',
      ),
    });
    expect((await put(fixture, { metadata: { name: "a" } })).metadata.resourceVersion).toBe("4");
    expect(await fixture.names()).toEqual([]);
  });

  it("occupies its name until it is removed", async () => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a", withFinalizers);
    await del(fixture);
    await expect(fixture.create("ns/a")).rejects.toMatchObject({
      message: 'object is being deleted: notes.example.com "a" already exists',
    });
  });

  it("is removed with finalizers outside of its metadata", async () => {
    const finalizers = (o: ApiObject) => (o["spec"] as { finalizers?: string[] } | undefined)?.finalizers ?? [];
    const fixture = await createRegistryFixture(
      defineNotes({ deletion: { finalizers, onMarked: (o) => void (o["phase"] = "Terminating") } }),
    );
    await fixture.create("ns/a", { spec: { finalizers: ["x"] } });
    expect((await del(fixture)).stored.object).toMatchObject({
      phase: "Terminating",
      metadata: { deletionTimestamp: mark.deletionTimestamp },
    });
    await put(fixture, { metadata: { name: "a" }, spec: {} });
    expect(await fixture.names()).toEqual([]);
  });
});

describe("an object behind which the server cleans up", () => {
  const cleaned = () =>
    createRegistryFixture(
      defineNotes({
        metadataChecks: { finalizers: "qualified" },
        deletion: { cleanup: ["cleanup.example.com"], onMarked: (o) => void (o["phase"] = "Terminating") },
      }),
    );

  it("is marked first, for any propagation policy, and removed when the server is done", async () => {
    const fixture = await cleaned();
    await fixture.create("ns/a", { metadata: { finalizers: ["example.com/a"] } });
    const { stored, gone } = await del(fixture, { propagationPolicy: "Foreground" });
    expect([gone, stored.object]).toEqual([
      false,
      expect.objectContaining({
        phase: "Terminating",
        metadata: expect.objectContaining({
          generation: 1,
          deletionTimestamp: mark.deletionTimestamp,
          finalizers: ["example.com/a", "cleanup.example.com"],
        }),
      }),
    ]);
    expect(stored.object.metadata).not.toHaveProperty("deletionGracePeriodSeconds");
    const again = (await del(fixture, { propagationPolicy: "Foreground" })).stored.object.metadata;
    expect([again.finalizers?.at(-1), again.deletionGracePeriodSeconds]).toEqual(["foregroundDeletion", 0]);
    await put(fixture, { metadata: { name: "a" } });
    expect(await fixture.names()).toEqual([]);
  });

  it.each<[DeleteOptions["preconditions"], string]>([
    [{ uid: "x" }, "Precondition failed: UID in precondition: x, UID in object meta: uid-1"],
    [
      { resourceVersion: "1" },
      "Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: 2",
    ],
  ])("reports of %j that it was not met", async (preconditions, why) => {
    const fixture = await cleaned();
    await fixture.create("ns/a");
    await expect(del(fixture, { ...(preconditions === undefined ? {} : { preconditions }) })).rejects.toMatchObject({
      code: 409,
      message: `Operation cannot be fulfilled on notes.example.com "a": ${why}`,
      details: { kind: "notes" },
    });
  });
});

describe("the propagation policy", () => {
  it.each<[DeleteOptions, Strategy["deletion"], string[], string[] | undefined]>([
    [{}, undefined, [], undefined],
    [{ propagationPolicy: "Background" }, undefined, ["orphan"], undefined],
    [{ propagationPolicy: "Orphan" }, undefined, [], ["orphan"]],
    [{ propagationPolicy: "Foreground" }, undefined, [], ["foregroundDeletion"]],
    [{ propagationPolicy: "Foreground" }, undefined, ["orphan", "x/y"], ["x/y", "foregroundDeletion"]],
    [{ orphanDependents: true }, undefined, [], ["orphan"]],
    [{ orphanDependents: false }, { dependents: "orphan" }, [], undefined],
    [{}, { dependents: "orphan" }, [], ["orphan"]],
    [{}, { dependents: "orphan" }, ["foregroundDeletion"], ["foregroundDeletion"]],
    [{ propagationPolicy: "Orphan" }, { dependents: "unsupported" }, [], undefined],
  ])("%j under %j of %j sets %j", async (options, deletion, finalizers, want) => {
    const fixture = await createRegistryFixture(defineNotes(deletion === undefined ? {} : { deletion }));
    await fixture.create("ns/a", { metadata: { finalizers } });
    const { stored } = await del(fixture, options);
    const left = await fixture.names();
    expect(left.length === 0 ? undefined : stored.object.metadata.finalizers).toEqual(want);
  });
});

describe("clients without a propagation policy", () => {
  const deletion = { dependentsWarning: "say it" };

  it.each<[DeleteOptions, readonly string[]]>([
    [{}, ["say it"]],
    [{ dryRun: true }, ["say it"]],
    [{ propagationPolicy: "Orphan" }, []],
    [{ orphanDependents: false }, []],
  ])("with %j get the warning %j", async (options, warnings) => {
    const fixture = await createRegistryFixture(defineNotes({ deletion }));
    await expect(del(fixture, options)).rejects.toMatchObject({ code: 404 });
    expect(fixture.warnings).toEqual(warnings);
  });

  it("get it for collections, too", async () => {
    const fixture = await createRegistryFixture(defineNotes({ deletion }));
    await fixture.registry.deleteCollection(fixture.notes, fixture.context, {
      namespace: "ns",
      selectors: selectorsOf({}),
      at: () => ({ kind: "latest" }),
      options: {},
    });
    expect(fixture.warnings).toEqual(["say it"]);
  });
});

describe("a grace period", () => {
  const graceful = { deletion: { graceSeconds: (_: ApiObject, requested: number | undefined) => requested ?? 30 } };

  it("begins with the first request, and later ones can only shorten it", async () => {
    const fixture = await createRegistryFixture(defineNotes(graceful));
    await fixture.create("ns/a");
    expect((await del(fixture)).stored.object.metadata).toMatchObject({
      deletionTimestamp: "2026-01-02T03:04:35Z",
      deletionGracePeriodSeconds: 30,
    });
    expect((await del(fixture, { gracePeriodSeconds: 60 })).stored.revision).toBe(3);
    expect((await del(fixture, { gracePeriodSeconds: 5 })).stored.object.metadata).toMatchObject({
      deletionTimestamp: "2026-01-02T03:04:10Z",
      deletionGracePeriodSeconds: 5,
    });
    expect(await fixture.names()).toEqual(["ns/a"]);
    const { gone, stored } = await del(fixture, { gracePeriodSeconds: 0 });
    expect([gone, stored.object.metadata.deletionGracePeriodSeconds]).toEqual([true, 0]);
    expect(await fixture.names()).toEqual([]);
  });

  it("below zero is a second", async () => {
    const fixture = await createRegistryFixture(defineNotes(graceful));
    await fixture.create("ns/a");
    expect((await del(fixture, { gracePeriodSeconds: -5 })).stored.object.metadata.deletionGracePeriodSeconds).toBe(1);
  });
});

describe("preconditions", () => {
  it.each([
    [
      { uid: "wrong" },
      'Operation cannot be fulfilled on Note.example.com "a": the UID in the precondition (wrong) does not match the UID in record (uid-1). The object might have been deleted and then recreated',
    ],
    [
      { resourceVersion: "1" },
      'Operation cannot be fulfilled on Note.example.com "a": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (2). The object might have been modified',
    ],
  ])("%j", async (preconditions, message) => {
    const fixture = await createRegistryFixture();
    await fixture.create("ns/a");
    await expect(del(fixture, { preconditions })).rejects.toMatchObject({ code: 409, message });
    expect((await del(fixture, { preconditions: { uid: "uid-1", resourceVersion: "2" } })).gone).toBe(true);
  });
});

it("a resource can refuse to be deleted", async () => {
  const fixture = await createRegistryFixture(
    defineNotes({ deletion: { validate: () => [forbidden("", "not this one")] } }),
  );
  await fixture.create("ns/a");
  await expect(del(fixture)).rejects.toMatchObject({
    code: 422,
    message: 'Note.example.com "a" is invalid: []: Forbidden: not this one',
  });
});

it("a collection is deleted by selection, and returns the deleted objects", async () => {
  const fixture = await createRegistryFixture();
  for (const [name, tier] of [
    ["ns/a", "x"],
    ["ns/b", "y"],
    ["ns/c", "x"],
    ["other/d", "x"],
  ] as const)
    await fixture.create(name, { metadata: { labels: { tier } } });
  const input = {
    namespace: "ns",
    selectors: selectorsOf({ labels: "tier=x" }),
    at: () => ({ kind: "latest" }) as const,
  };
  const dry = await fixture.registry.deleteCollection(fixture.notes, fixture.context, {
    ...input,
    options: { dryRun: true },
  });
  expect(dry.items.map((i) => i.name)).toEqual(["a", "c"]);
  expect(
    (await fixture.registry.deleteCollection(fixture.notes, fixture.context, { ...input, options: {} })).items,
  ).toHaveLength(2);
  expect(await fixture.names()).toEqual(["ns/b", "other/d"]);
});

describe("a collection of which admission refuses an object", () => {
  it.each([
    ["at once", false],
    ["later", true],
  ])("is deleted up to that object, where admission decides %s", async (_when, isLater) => {
    const requested: unknown[] = [];
    const refuse = ({ namespace, name, oldObject }: AdmissionRequest): void => {
      requested.push([namespace, name, oldObject?.metadata.name]);
      if (oldObject?.metadata.name === "b") throw new StatusError({ code: 403, reason: "Forbidden", message: "kept" });
    };
    const validate = (request: AdmissionRequest): MaybePromise<void> =>
      isLater ? Promise.resolve().then(() => refuse(request)) : refuse(request);
    const admission = createAdmission([{ name: "Keep", operations: ["DELETE"], validate }]);
    const fixture = await createRegistryFixture(defineNotes(), { admission: () => admission });
    for (const name of ["ns/a", "ns/b", "ns/c", "ns/d"]) await fixture.create(name);
    const at = () => ({ kind: "latest" }) as const;
    const deletion = fixture.registry.deleteCollection(fixture.notes, fixture.context, {
      namespace: "ns",
      selectors: selectorsOf({}),
      at,
      options: {},
    });
    await expect(deletion).rejects.toMatchObject({ message: "kept" });
    expect(requested).toEqual([
      ["ns", "", "a"],
      ["ns", "", "b"],
    ]);
    expect(await fixture.names()).toEqual(["ns/b", "ns/c", "ns/d"]);
  });
});

it("admission sees the effective grace period of an object, and the options of a collection as sent", async () => {
  const observed: unknown[] = [];
  const mutate = ({ options }: AdmissionRequest): void => void observed.push(options);
  const admission = createAdmission([{ name: "See", operations: ["DELETE"], mutate }]);
  const definition = defineNotes({ deletion: { graceSeconds: () => 7 } });
  const fixture = await createRegistryFixture(definition, { admission: () => admission });
  await fixture.create("ns/a");
  await del(fixture, { dryRun: true });
  const at = () => ({ kind: "latest" }) as const;
  const input = { namespace: "ns", selectors: selectorsOf({}), at };
  await fixture.registry.deleteCollection(fixture.notes, fixture.context, { ...input, options: { dryRun: true } });
  await fixture.registry.deleteCollection(fixture.notes, fixture.context, {
    ...input,
    options: { gracePeriodSeconds: 9 },
  });
  expect(observed).toEqual([
    { gracePeriodSeconds: 7, dryRun: ["All"] },
    { dryRun: ["All"] },
    { gracePeriodSeconds: 9 },
  ]);
});

it("concurrent deletions and writes leave each object written or removed, never partly", async () => {
  const fixture = await createRegistryFixture();
  await fixture.create("ns/a", { spec: { n: 0 } });
  const outcomes = await Promise.allSettled([
    del(fixture),
    put(fixture, { metadata: { name: "a" }, spec: { n: 1 } }),
    del(fixture),
    put(fixture, { metadata: { name: "a" }, spec: { n: 2 } }),
  ]);
  for (const o of outcomes) if (o.status === "rejected") expect(o.reason).toMatchObject({ code: 404 });
  expect(await fixture.names()).toEqual([]);
});
