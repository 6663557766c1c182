import { readFile } from "node:fs/promises";
import { type Client, connectionOf, createClient, loadKubeconfig } from "@svc/client";
import { svcDialect } from "@svc/meta";
import type { BuiltinTypes } from "@svc/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

describe("@svc/client against the built server, in its own dialect", () => {
  let server: ServerProcess;
  let client: Client<BuiltinTypes>;
  const { signal } = new AbortController();

  beforeAll(async () => {
    server = await startServerProcess("svc");
    client = await connect();
  });
  afterAll(async () => {
    client?.close();
    await server?.[Symbol.asyncDispose]();
  });

  const connect = async (): Promise<Client<BuiltinTypes>> => {
    const kubeconfig = await loadKubeconfig({ path: server.kubeconfig });
    return createClient<BuiltinTypes>({ connection: await connectionOf(kubeconfig, { dialect: svcDialect }) });
  };

  test("the kubeconfig has the URL that the server printed", async () => {
    expect(await readFile(server.kubeconfig, "utf8")).toContain(server.url);
  });

  test("creates, reads, replaces, patches, applies, lists and deletes", async () => {
    const maps = client.core.v1.configmaps("default");
    const made = await maps.create({ metadata: { name: "a" }, data: { x: "1" } });
    await maps.update({ ...made, data: { x: "2" } });
    await expect(maps.update({ ...made, data: { x: "3" } })).rejects.toMatchObject({ code: 409, reason: "Conflict" });
    await maps.patch("a", { type: "merge", patch: { data: { y: "1" } } });
    const intent = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { z: "1" } } as const;
    await maps.apply(intent, { fieldManager: "e2e" });
    expect((await maps.get("a")).data).toEqual({ x: "2", y: "1", z: "1" });
    expect((await maps.list({ fieldSelector: "metadata.name=a" })).items).toHaveLength(1);
    await maps.delete("a");
    await expect(maps.get("a")).rejects.toMatchObject({ code: 404 });
  });

  test("speaks its own names", async () => {
    const roles = await client.rbac.v1.clusterroles().list({ limit: 1 });
    expect(roles.items).toHaveLength(1);
    const role = { apiVersion: "rbac.authorization.svc.io/v1", kind: "ClusterRole" };
    expect(await client.discovery.find(role)).toMatchObject({ resource: "clusterroles", namespaced: false });
    const names = (await client.core.v1.namespaces().list()).items.map(({ metadata }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(["default", "svc-system", "svc-public", "svc-node-lease"]));
  });

  test("scales, and updates status separately", async () => {
    const deployments = client.apps.v1.deployments("default");
    const labels = { app: "web" };
    await deployments.create({
      metadata: { name: "web" },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
      },
    });
    const scale = await deployments.scale.get("web");
    await deployments.scale.update("web", { ...scale, spec: { replicas: 3 } });
    const scaled = await deployments.get("web");
    expect(scaled).toMatchObject({ spec: { replicas: 3 }, metadata: { generation: 2 } });
    await deployments.updateStatus({ ...scaled, status: { replicas: 3 } });
    expect(await deployments.get("web")).toMatchObject({ status: { replicas: 3 }, metadata: { generation: 2 } });
  });

  test("watches resume after a restart, at continuing versions", async () => {
    const maps = client.core.v1.configmaps("default");
    const before = await maps.list();
    await server.restart();
    const { metadata } = await maps.list();
    expect(Number(metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(before.metadata.resourceVersion));
    await maps.create({ metadata: { name: "w" } });
    await maps.delete("w");
    const observed: string[] = [];
    for await (const { type, object } of maps.watch({ resourceVersion: metadata.resourceVersion ?? "", signal })) {
      if ((object as { metadata: { name?: string } }).metadata.name === "w") observed.push(type);
      if (observed.length === 2) break;
    }
    expect(observed).toEqual(["ADDED", "DELETED"]);
  });

  test("a namespace that is deleted empties itself", async () => {
    await client.core.v1.namespaces().create({ metadata: { name: "gone" } });
    await client.core.v1.secrets("gone").create({ metadata: { name: "s" }, stringData: { a: "b" } });
    const { metadata } = await client.core.v1.namespaces().list();
    await client.core.v1.namespaces().delete("gone");
    const watch = client.core.v1.namespaces().watch({ resourceVersion: metadata.resourceVersion ?? "", signal });
    for await (const { type, object } of watch)
      if (type === "DELETED" && (object as { metadata: { name?: string } }).metadata.name === "gone") break;
    await expect(client.core.v1.secrets("gone").get("s")).rejects.toMatchObject({ code: 404 });
  });
});
