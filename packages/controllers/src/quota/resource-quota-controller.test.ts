import { afterEach, beforeEach, expect, test } from "vitest";
import { type Cluster, startCluster } from "../testing/cluster.ts";
import { resourceQuotaController } from "./resource-quota-controller.ts";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startCluster();
  await cluster.client.core.v1.namespaces().create({ metadata: { name: "a" } });
});
afterEach(() => cluster[Symbol.asyncDispose]());

type List = Readonly<Record<string, string>>;

const quotas = () => cluster.client.core.v1.resourcequotas("a");
const maps = () => cluster.client.core.v1.configmaps("a");
const limit = (name: string, hard: List) => quotas().create({ metadata: { name, namespace: "a" }, spec: { hard } });
const used = async (name: string): Promise<unknown> => (await quotas().get(name)).status?.used;
const becomes = (name: string, want: List): Promise<void> =>
  cluster.until(
    `${name} uses ${JSON.stringify(want)}`,
    async () => JSON.stringify(await used(name)) === JSON.stringify(want),
  );
const pod = (name: string) =>
  cluster.client.core.v1.pods("a").create({
    metadata: { name },
    spec: { containers: [{ name: "c", image: "x", resources: { requests: { cpu: "500m" } } }] },
  });

test("objects that exist when a quota is created are counted, and deleted ones are released", async () => {
  for (const name of ["x", "y"]) await maps().create({ metadata: { name } });
  await cluster.run(resourceQuotaController);
  await limit("q", { configmaps: "3", "count/deployments.apps": "1", secrets: "5" });
  await becomes("q", { configmaps: "2", "count/deployments.apps": "0", secrets: "0" });
  expect((await quotas().get("q")).status?.hard).toEqual((await quotas().get("q")).spec?.hard);
  await maps().create({ metadata: { name: "z" } });
  await expect(maps().create({ metadata: { name: "more" } })).rejects.toThrow("exceeded quota: q");
  await maps().delete("x");
  await becomes("q", { configmaps: "2", "count/deployments.apps": "0", secrets: "0" });
  await maps().create({ metadata: { name: "more" } });
});

test("pods that have ended hold only their number", async () => {
  await cluster.run(resourceQuotaController);
  await limit("q", { pods: "9", "requests.cpu": "4", "count/pods": "9" });
  await becomes("q", { "count/pods": "0", pods: "0", "requests.cpu": "0" });
  await pod("one");
  const two = await pod("two");
  await becomes("q", { "count/pods": "2", pods: "2", "requests.cpu": "1" });
  await cluster.client.core.v1.pods("a").updateStatus({ ...two, status: { phase: "Succeeded" } });
  await becomes("q", { "count/pods": "2", pods: "1", "requests.cpu": "500m" });
});

test("a limit that changes holds when it has been counted for", async () => {
  await cluster.run(resourceQuotaController);
  await limit("q", { configmaps: "1" });
  await becomes("q", { configmaps: "0" });
  await quotas().patch("q", { type: "merge", patch: { spec: { hard: { configmaps: null, services: "1" } } } });
  await becomes("q", { services: "0" });
});

test("quotas with scopes count the objects in them", async () => {
  await cluster.run(resourceQuotaController);
  await quotas().create({
    metadata: { name: "q", namespace: "a" },
    spec: { hard: { pods: "9" }, scopes: ["BestEffort"] },
  });
  await becomes("q", { pods: "0" });
  await pod("busy");
  await cluster.client.core.v1
    .pods("a")
    .create({ metadata: { name: "idle" }, spec: { containers: [{ name: "c", image: "x" }] } });
  await becomes("q", { pods: "1" });
});

test("charges without an object are released in time", async () => {
  await cluster.run(resourceQuotaController);
  await limit("q", { configmaps: "5" });
  await becomes("q", { configmaps: "0" });
  const charged = await quotas().get("q");
  await quotas().updateStatus({ ...charged, status: { hard: { configmaps: "5" }, used: { configmaps: "3" } } });
  await cluster.settle();
  expect(await used("q")).toEqual({ configmaps: "3" });
  cluster.server.clock.advance(5 * 60_000);
  await becomes("q", { configmaps: "0" });
});
