import { expect, test } from "vitest";
import { startTestServer } from "../start-test-server.ts";
import { record } from "./recording.ts";
import { restore } from "./restore.ts";

test("a recorded cluster is restored with owners and status, its changes are replayed, and its secrets are left out", async () => {
  await using cluster = await startTestServer();
  const { client } = cluster;
  await client.core.v1.namespaces().create({ metadata: { name: "shop" } });
  const owner = await client.core.v1.configmaps("shop").create({ metadata: { name: "owner" }, data: { a: "1" } });
  const { uid = "" } = owner.metadata;
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
  const secret = { metadata: { name: "owned", ownerReferences }, stringData: { password: "hunter2" } };
  await client.core.v1.secrets("shop").create(secret);
  await client.core.v1.nodes().create({ metadata: { name: "n" }, status: { phase: "Running" } });

  const until = new AbortController();
  const resources = ["namespaces", "configmaps", "secrets", "nodes"];
  const recording = record({ client, resources, until: until.signal, monotonic: () => cluster.clock.monotonic() });
  await cluster.settle({ advanceMs: 1_000 });
  await client.core.v1.configmaps("shop").update({ ...owner, data: { a: "2" } });
  await cluster.settle({ advanceMs: 1_000 });
  await client.core.v1.nodes().delete("n");
  await cluster.settle();
  until.abort();
  const recorded = await recording;
  expect(JSON.stringify(recorded)).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(recorded.changes.map(({ type, atMs }) => [type, atMs])).toEqual([
    ["MODIFIED", 1_000],
    ["DELETED", 2_000],
  ]);

  await using copy = await startTestServer();
  const play = await restore(copy, JSON.parse(JSON.stringify(recorded)) as typeof recorded);
  const copied = copy.client.core.v1;
  const [ownerCopy, secretCopy] = [
    await copied.configmaps("shop").get("owner"),
    await copied.secrets("shop").get("owned"),
  ];
  expect(ownerCopy.data).toEqual({ a: "1" });
  expect(secretCopy.metadata.ownerReferences?.[0]?.uid).toBe(ownerCopy.metadata.uid);
  expect(secretCopy.data).toEqual({ password: "" });
  expect((await copied.nodes().get("n")).status?.phase).toBe("Running");
  await play();
  expect((await copied.configmaps("shop").get("owner")).data).toEqual({ a: "2" });
  expect((await copied.nodes().list()).items).toEqual([]);
  expect(copy.clock.monotonic()).toBeGreaterThanOrEqual(2_000);
});

test("namespaces that were not recorded are created for the objects in them", async () => {
  await using cluster = await startTestServer();
  const { client } = cluster;
  await client.core.v1.namespaces().create({ metadata: { name: "shop" } });
  await client.core.v1.configmaps("shop").create({ metadata: { name: "a" } });
  const until = new AbortController();
  const recording = record({
    client,
    resources: ["configmaps"],
    until: until.signal,
    monotonic: () => cluster.clock.monotonic(),
  });
  await cluster.settle();
  await client.core.v1.namespaces().create({ metadata: { name: "later" } });
  await client.core.v1.configmaps("later").create({ metadata: { name: "b" } });
  await cluster.settle();
  until.abort();

  await using copy = await startTestServer();
  const play = await restore(copy, await recording);
  await play();
  expect((await copy.client.core.v1.configmaps("shop").get("a")).metadata.name).toBe("a");
  expect((await copy.client.core.v1.configmaps("later").get("b")).metadata.name).toBe("b");
});
