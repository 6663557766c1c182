import { core } from "@svc/api";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { namespaceController } from "../namespace/namespace-controller.ts";
import { rootCaPublisher } from "../root-ca/root-ca-publisher.ts";
import { serviceAccountController } from "../service-account/service-account-controller.ts";
import { isGone, startCluster } from "../testing/cluster.ts";

const resources = [core("namespaces", "configmaps", "serviceaccounts")];
const rootCa = "-----BEGIN CERTIFICATE-----\nroot\n-----END CERTIFICATE-----\n";

describe.each([
  { dialect: kubernetesDialect, map: "kube-root-ca.crt", annotation: "kubernetes.io/description" },
  { dialect: svcDialect, map: "svc-root-ca.crt", annotation: "svc.io/description" },
])("every namespace ($dialect.name)", ({ dialect, map, annotation }) => {
  test("has a service account, whether it was there before the controller or not", async () => {
    await using cluster = await startCluster({ resources, dialect });
    const accounts = cluster.client.core.v1.serviceaccounts();
    await cluster.run(serviceAccountController);
    await cluster.client.core.v1.namespaces().create({ metadata: { name: "x" } });
    await cluster.until("all have one", async () => (await accounts.list()).items.length === 5);
    const { items } = await accounts.list();
    expect(new Set(items.map(({ metadata }) => metadata.name))).toEqual(new Set(["default"]));
    expect(items.map(({ metadata }) => metadata.namespace)).toContain("x");
  });

  test("has the certificate authority", async () => {
    await using cluster = await startCluster({ resources, dialect, rootCa });
    const maps = cluster.client.core.v1.configmaps("default");
    await cluster.run(rootCaPublisher);
    await cluster.until("there is one", async () => !(await isGone(maps.get(map))));
    const published = await maps.get(map);
    expect(published.data).toEqual({ "ca.crt": rootCa });
    expect(published.metadata.annotations?.[annotation]).toContain("inside of the cluster");
  });
});

test("a deleted service account is created again", async () => {
  await using cluster = await startCluster({ resources });
  const accounts = cluster.client.core.v1.serviceaccounts("default");
  await cluster.run(serviceAccountController);
  await cluster.until("there is one", async () => !(await isGone(accounts.get("default"))));
  const { uid } = (await accounts.get("default")).metadata;
  await accounts.delete("default");
  await cluster.until("there is one", async () => !(await isGone(accounts.get("default"))));
  expect((await accounts.get("default")).metadata.uid).not.toBe(uid);
});

test("a terminating namespace gets no objects, and is deleted", async () => {
  await using cluster = await startCluster({ resources, rootCa });
  const namespaces = cluster.client.core.v1.namespaces();
  for (const controller of [serviceAccountController, rootCaPublisher]) await cluster.run(controller);
  await namespaces.create({ metadata: { name: "x" } });
  const accounts = cluster.client.core.v1.serviceaccounts("x");
  await cluster.until("it has a service account", async () => (await accounts.list()).items.length === 1);
  await cluster.run(namespaceController);
  await namespaces.delete("x");
  await cluster.until("it is gone", () => isGone(namespaces.get("x")));
});

test.each([
  ["another authority", { "ca.crt": "other" }],
  ["more than it should", { "ca.crt": rootCa, more: "x" }],
  ["nothing", {}],
])("a published authority that holds %s is put right", async (_what, data) => {
  await using cluster = await startCluster({ resources, rootCa });
  const maps = cluster.client.core.v1.configmaps("default");
  await maps.create({ metadata: { name: "kube-root-ca.crt", labels: { mine: "yes" } }, data });
  await cluster.run(rootCaPublisher);
  const isRight = async (): Promise<boolean> =>
    JSON.stringify((await maps.get("kube-root-ca.crt")).data) === JSON.stringify({ "ca.crt": rootCa });
  await cluster.until("it is right", isRight);
  expect((await maps.get("kube-root-ca.crt")).metadata.labels).toEqual({ mine: "yes" });
});

test("without an authority no ConfigMap is published", async () => {
  await using cluster = await startCluster({ resources });
  await cluster.run(rootCaPublisher);
  await cluster.settle();
  expect((await cluster.client.core.v1.configmaps().list()).items).toEqual([]);
});
