import { core } from "@svc/api";
import type { AnyObject, ResourceClient, Stored } from "@svc/client";
import { expect, test } from "vitest";
import { type Cluster, isGone, ownedBy, startCluster } from "../testing/cluster.ts";
import { garbageCollector } from "./garbage-collector.ts";

const maxObjects = 8;
const minutes = 60_000;

interface World {
  readonly cluster: Cluster;
  readonly maps: ResourceClient<AnyObject>;
  readonly secrets: ResourceClient<AnyObject>;
}

async function startWorld(): Promise<World> {
  const cluster = await startCluster({ resources: [core("namespaces", "configmaps", "secrets")], maxObjects });
  const of = (resource: string, kind: string): ResourceClient<AnyObject> =>
    cluster.client.resource<AnyObject>({ group: "", version: "v1", resource, kind, namespace: "default" });
  await cluster.run(garbageCollector);
  return { cluster, maps: of("configmaps", "ConfigMap"), secrets: of("secrets", "Secret") };
}

const fillers = Array.from({ length: maxObjects }, (_, i) => `filler-${i}`);

/** More config maps than are followed. */
async function fill({ cluster, maps }: World): Promise<void> {
  for (const name of fillers) await maps.create({ metadata: { name } });
  await cluster.settle();
}

/** Below the limit again, with time for a check. */
async function empty({ cluster, maps }: World): Promise<void> {
  for (const name of fillers) await maps.delete(name);
  cluster.server.clock.advance(5 * minutes);
  await cluster.settle();
}

const make = (of: ResourceClient<AnyObject>, name: string, owners: readonly Stored<AnyObject>[]) =>
  of.create({ metadata: { name, ownerReferences: owners.map((owner) => ownedBy(owner)) } as { name: string } });

test.each(["Orphan", "Foreground"] as const)(
  "an owner that goes (%s) waits until all kinds are followed",
  async (propagationPolicy) => {
    const world = await startWorld();
    await using cluster = world.cluster;
    const { maps, secrets } = world;
    const owner = await make(secrets, "owner", []);
    await fill(world);
    const dependent = await make(maps, "dependent", [owner]);
    await secrets.delete("owner", { propagationPolicy });
    await cluster.settle();
    expect((await secrets.get("owner")).metadata.uid).toBe(owner.metadata.uid);
    expect((await maps.get("dependent")).metadata.resourceVersion).toBe(dependent.metadata.resourceVersion);
    await empty(world);
    await cluster.until("the owner has gone", () => isGone(secrets.get("owner")));
    await cluster.settle();
    expect(await isGone(maps.get("dependent"))).toBe(propagationPolicy === "Foreground");
  },
);

test("objects that lost their owners while these were not followed are collected when they are followed again", async () => {
  const world = await startWorld();
  await using cluster = world.cluster;
  const { maps, secrets } = world;
  const [owner, other] = [await make(maps, "owner", []), await make(maps, "other", [])];
  await make(secrets, "dependent", [owner]);
  await make(secrets, "kept", [other]);
  await fill(world);
  await maps.delete("owner");
  await cluster.settle();
  expect(await isGone(secrets.get("dependent"))).toBe(false);
  await empty(world);
  await cluster.until("the dependent has gone", () => isGone(secrets.get("dependent")));
  expect(await isGone(secrets.get("kept"))).toBe(false);
});
