import { core, groups } from "@svc/api";
import type { AnyObject, DeleteOptions, Stored } from "@svc/client";
import { svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { type Cluster, isGone, ownedBy, startCluster } from "../testing/cluster.ts";
import { garbageCollector } from "./garbage-collector.ts";

/** A few kinds that stand for all: each is followed in the same way. */
const resources = [core("namespaces", "configmaps", "events"), groups("rbac")];

type Owners = readonly object[];

/** Config maps, as objects that may own and be owned. */
function maps({ client }: Cluster, namespace = "default") {
  const resource = client.resource<AnyObject>({
    group: "",
    version: "v1",
    resource: "configmaps",
    kind: "ConfigMap",
    namespace,
  });
  return {
    make: (name: string, ownerReferences: Owners = [], more: object = {}): Promise<Stored<AnyObject>> =>
      resource.create({ metadata: { name, ownerReferences, ...more } as { name: string } }),
    delete: (name: string, propagationPolicy: NonNullable<DeleteOptions["propagationPolicy"]>) =>
      resource.delete(name, { propagationPolicy }),
    patch: (name: string, metadata: object) => resource.patch(name, { type: "merge", patch: { metadata } }),
    get: (name: string) => resource.get(name),
    names: async () => (await resource.list()).items.map((o) => o.metadata.name).sort(),
    isGone: (name: string) => isGone(resource.get(name)),
    ownersOf: async (name: string): Promise<readonly string[]> => {
      const { metadata } = (await resource.get(name)) as {
        metadata: { ownerReferences?: readonly { name: string }[] };
      };
      return (metadata.ownerReferences ?? []).map((owner) => owner.name);
    },
  };
}

/** What warnings say, and of what. */
async function eventsOf({ client }: Cluster): Promise<readonly string[]> {
  const { items } = await client.core.v1.events("default").list();
  return items
    .filter(({ reason, type }) => reason === "OwnerRefInvalidNamespace" && type === "Warning")
    .map(({ involvedObject, message }) => `${involvedObject.kind} ${involvedObject.name}: ${message}`);
}

async function collecting(dialect = svcDialect): Promise<Cluster> {
  const cluster = await startCluster({ dialect, resources });
  await cluster.run(garbageCollector);
  return cluster;
}

describe("deletion in the background", () => {
  test("takes dependents with it, and theirs", async () => {
    await using cluster = await collecting();
    const { make, names, delete: remove } = maps(cluster);
    const a = await make("a");
    const b = await make("b", [ownedBy(a)]);
    await make("c", [ownedBy(b)]);
    await make("other");
    await remove("a", "Background");
    await cluster.until("dependents are gone", async () => (await names()).length === 1);
    expect(await names()).toEqual(["other"]);
  });

  test("keeps a dependent with another owner, and removes the reference to the deleted one", async () => {
    await using cluster = await collecting();
    const { make, ownersOf, delete: remove } = maps(cluster);
    const [a, b] = [await make("a"), await make("b")];
    await make("c", [ownedBy(a), ownedBy(b)]);
    await remove("a", "Background");
    await cluster.until("the owner is forgotten", async () => (await ownersOf("c")).length === 1);
    expect(await ownersOf("c")).toEqual(["b"]);
    await remove("b", "Background");
    await cluster.until("no owner is left", () => maps(cluster).isGone("c"));
  });
});

describe("deletion in the foreground", () => {
  test("waits for dependents that block, not for others", async () => {
    await using cluster = await collecting();
    const { make, get, names, patch, delete: remove } = maps(cluster);
    const a = await make("a");
    const hold = { finalizers: ["example.com/hold"] };
    await make("blocks", [ownedBy(a, { blockOwnerDeletion: true })], hold);
    await make("does-not", [ownedBy(a)], hold);
    await make("goes", [ownedBy(a, { blockOwnerDeletion: true })]);
    await remove("a", "Foreground");
    await cluster.until("what nothing holds is gone", async () => !(await names()).includes("goes"));
    await cluster.settle();
    expect((await get("a")).metadata).toMatchObject({ finalizers: ["foregroundDeletion"] });
    for (const name of ["blocks", "does-not"]) expect((await get(name)).metadata).toHaveProperty("deletionTimestamp");
    await patch("blocks", { finalizers: null });
    await cluster.until("the owner is gone", () => maps(cluster).isGone("a"));
    expect(await names()).toEqual(["does-not"]);
  });

  test("descends through owners of owners: an object with dependents waits for them, too", async () => {
    await using cluster = await collecting();
    const { make, get, patch, names, delete: remove } = maps(cluster);
    const a = await make("a");
    const b = await make("b", [ownedBy(a, { blockOwnerDeletion: true })]);
    await make("c", [ownedBy(b, { blockOwnerDeletion: true })], { finalizers: ["example.com/hold"] });
    await remove("a", "Foreground");
    await cluster.until("the last is being deleted", async () => "deletionTimestamp" in (await get("c")).metadata);
    await cluster.settle();
    expect((await get("b")).metadata).toMatchObject({ finalizers: ["foregroundDeletion"] });
    await patch("c", { finalizers: null });
    await cluster.until("all are gone", async () => (await names()).length === 0);
  });

  test("does not wait for a dependent that ceases to be one", async () => {
    await using cluster = await collecting();
    const { make, get, patch, names, delete: remove } = maps(cluster);
    const a = await make("a");
    await make("b", [ownedBy(a, { blockOwnerDeletion: true })], { finalizers: ["example.com/hold"] });
    await remove("a", "Foreground");
    await cluster.until("the dependent is being deleted", async () => "deletionTimestamp" in (await get("b")).metadata);
    await patch("b", { ownerReferences: null });
    await cluster.until("the owner is gone", () => maps(cluster).isGone("a"));
    expect(await names()).toEqual(["b"]);
  });

  test("keeps a dependent that has another owner", async () => {
    await using cluster = await collecting();
    const { make, ownersOf, names, delete: remove } = maps(cluster);
    const [a, b] = [await make("a"), await make("b")];
    await make("c", [ownedBy(a, { blockOwnerDeletion: true }), ownedBy(b)]);
    await remove("a", "Foreground");
    await cluster.until("the owner is gone", () => maps(cluster).isGone("a"));
    expect([await names(), await ownersOf("c")]).toEqual([["b", "c"], ["b"]]);
  });
});

test("deletion that orphans frees dependents before the owner goes", async () => {
  await using cluster = await collecting();
  const { make, ownersOf, names, delete: remove } = maps(cluster);
  const [a, b] = [await make("a"), await make("b")];
  await make("c", [ownedBy(a)]);
  await make("d", [ownedBy(a), ownedBy(b)]);
  await remove("a", "Orphan");
  await cluster.until("the owner is gone", () => maps(cluster).isGone("a"));
  await cluster.settle();
  expect(await names()).toEqual(["b", "c", "d"]);
  expect([await ownersOf("c"), await ownersOf("d")]).toEqual([[], ["b"]]);
});

describe("circles", () => {
  test.each(["Foreground", "Background"] as const)("of two go when one is deleted (%s)", async (policy) => {
    await using cluster = await collecting();
    const { make, patch, names, delete: remove } = maps(cluster);
    const a = await make("a");
    const b = await make("b", [ownedBy(a, { blockOwnerDeletion: true })]);
    await patch("a", { ownerReferences: [ownedBy(b, { blockOwnerDeletion: true })] });
    await cluster.settle();
    expect(await names()).toEqual(["a", "b"]);
    await remove("a", policy);
    await cluster.until("both are gone", async () => (await names()).length === 0);
  });

  test("of three, and of one, go in the foreground", async () => {
    await using cluster = await collecting();
    const { make, patch, names, delete: remove } = maps(cluster);
    const block = { blockOwnerDeletion: true };
    const a = await make("a");
    const b = await make("b", [ownedBy(a, block)]);
    const c = await make("c", [ownedBy(b, block)]);
    await patch("a", { ownerReferences: [ownedBy(c, block)] });
    const self = await make("self");
    await patch("self", { ownerReferences: [ownedBy(self, block)] });
    await remove("b", "Foreground");
    await remove("self", "Foreground");
    await cluster.until("all are gone", async () => (await names()).length === 0);
  });
});

describe("owners that cannot be found", () => {
  const absentUid = "00000000-0000-4000-8000-000000000000";

  test("that never existed: their dependents are deleted", async () => {
    await using cluster = await collecting();
    const { make, names } = maps(cluster);
    const a = await make("a");
    await make("of-absent", [{ ...ownedBy(a), name: "absent", uid: absentUid }]);
    await make("of-another", [ownedBy(a, { uid: absentUid })]);
    await make("of-a-wrong-name", [{ ...ownedBy(a), name: "b" }]);
    await cluster.until("they are gone", async () => (await names()).length === 1);
    expect(await names()).toEqual(["a"]);
  });

  test("in another namespace count as absent", async () => {
    await using cluster = await collecting();
    await cluster.client.core.v1.namespaces().create({ metadata: { name: "x" } });
    const owner = await maps(cluster, "x").make("owner");
    await maps(cluster).make("a", [ownedBy(owner)]);
    await cluster.until("it is gone", () => maps(cluster).isGone("a"));
    expect(await maps(cluster, "x").names()).toEqual(["owner"]);
    expect(await eventsOf(cluster)).toEqual([
      `ConfigMap a: ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${owner.metadata.uid}] does not exist in namespace "default"`,
    ]);
  });

  test("of a kind that is not served: nothing is deleted", async () => {
    await using cluster = await collecting();
    const { make, names } = maps(cluster);
    await make("a", [{ apiVersion: "example.com/v1", kind: "Unknown", name: "u", uid: absentUid }]);
    await cluster.settle();
    expect(await names()).toEqual(["a"]);
  });

  test("that are namespaced, of a cluster-scoped object: a mistake, and no reason to delete", async () => {
    await using cluster = await collecting();
    const owner = await maps(cluster).make("owner");
    const roles = cluster.client.rbac.v1.clusterroles();
    await roles.create({ metadata: { name: "r", ownerReferences: [ownedBy(owner)] } });
    await maps(cluster).delete("owner", "Background");
    await cluster.settle();
    expect((await roles.get("r")).metadata.name).toBe("r");
    expect(await eventsOf(cluster)).toEqual([
      `ClusterRole r: ownerRef [v1/ConfigMap, namespace: , name: owner, uid: ${owner.metadata.uid}] does not exist in namespace ""`,
    ]);
  });
});

test("cluster-scoped owners may own namespaced objects", async () => {
  await using cluster = await collecting();
  const roles = cluster.client.rbac.v1.clusterroles();
  const role = await roles.create({ metadata: { name: "r" } });
  await maps(cluster).make("a", [ownedBy(role)]);
  await cluster.settle();
  expect(await maps(cluster).names()).toEqual(["a"]);
  await roles.delete("r");
  await cluster.until("it is gone", () => maps(cluster).isGone("a"));
});

test("changes from before the start are processed", async () => {
  await using cluster = await startCluster({ resources });
  const { make, names, ownersOf, delete: remove } = maps(cluster);
  const [a, b, c] = [await make("a"), await make("b"), await make("c")];
  await make("of-a", [ownedBy(a)]);
  await make("of-b", [ownedBy(b, { blockOwnerDeletion: true })]);
  await make("of-c", [ownedBy(c)]);
  await remove("a", "Background");
  await remove("b", "Foreground");
  await remove("c", "Orphan");
  await cluster.run(garbageCollector);
  await cluster.until("all is done", async () => (await names()).length === 1);
  expect([await names(), await ownersOf("of-c")]).toEqual([["of-c"], []]);
});

test("an object that is adopted while the collector decides is kept", async () => {
  await using cluster = await startCluster({ resources });
  const { make, names, patch, delete: remove } = maps(cluster);
  const [a, b] = [await make("a"), await make("b")];
  await make("c", [ownedBy(a)]);
  await remove("a", "Background");
  let adopted = false;
  await cluster.run(garbageCollector, async (path, init) => {
    if (init?.method === "DELETE" && path.includes("/configmaps/c") && !adopted) {
      adopted = true;
      await patch("c", { ownerReferences: [ownedBy(b)] });
    }
    return cluster.server.fetch(path, init);
  });
  await cluster.until("it was adopted", () => adopted);
  await cluster.settle();
  expect(await names()).toEqual(["b", "c"]);
});

test("an owner that is not in the graph is read once, for any number of dependents and changes", async () => {
  await using cluster = await startCluster({ resources });
  const { make, patch, isGone: isGoneNow, delete: remove } = maps(cluster);
  const owner = await make("owner");
  const reads: string[] = [];
  await cluster.run(garbageCollector, (path, init) => {
    if (path.endsWith("/owner")) reads.push(path);
    return cluster.server.fetch(path, init);
  });
  for (const name of ["a", "b", "c"]) {
    await make(name, [ownedBy(owner)]);
    await cluster.settle();
    await patch(name, { labels: { changed: "yes" } });
    await cluster.settle();
  }
  expect(reads).toHaveLength(1);
  await remove("owner", "Foreground");
  await cluster.until("dependents are gone", () => isGoneNow("c"));
});
