import { CoreV1Api as CoreV1, type CoreV1Api, KubeConfig, makeInformer, Watch } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

describe("@kubernetes/client-node against the built server", () => {
  let server: ServerProcess;
  let config: KubeConfig;
  let core: CoreV1Api;

  beforeAll(async () => {
    server = await startServerProcess("kubernetes");
    config = new KubeConfig();
    config.loadFromFile(server.kubeconfig);
    core = config.makeApiClient(CoreV1);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  const namespace = "default";

  test("creates, reads, replaces, lists and deletes", async () => {
    const made = await core.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name: "a" }, data: { x: "1" } },
    });
    expect(made.metadata?.uid).toBeTruthy();
    const changed = await core.replaceNamespacedConfigMap({
      namespace,
      name: "a",
      body: { ...made, data: { x: "2" } },
    });
    expect(changed.data).toEqual({ x: "2" });
    await expect(core.replaceNamespacedConfigMap({ namespace, name: "a", body: made })).rejects.toMatchObject({
      code: 409,
    });
    const list = await core.listNamespacedConfigMap({ namespace });
    expect(list.items.map((i) => i.metadata?.name)).toContain("a");
    await core.deleteNamespacedConfigMap({ namespace, name: "a" });
    await expect(core.readNamespacedConfigMap({ namespace, name: "a" })).rejects.toMatchObject({ code: 404 });
  });

  test("watches", async () => {
    const observed: string[] = [];
    let received: () => void = () => undefined;
    const twice = new Promise<void>((resolve) => {
      received = () => observed.length >= 2 && resolve();
    });
    const request = await new Watch(config).watch(
      `/api/v1/namespaces/${namespace}/secrets`,
      {},
      (type: string) => {
        observed.push(type);
        received();
      },
      () => undefined,
    );
    await core.createNamespacedSecret({ namespace, body: { metadata: { name: "s" }, stringData: { a: "b" } } });
    await core.deleteNamespacedSecret({ namespace, name: "s" });
    await twice;
    request.abort();
    expect(observed.slice(0, 2)).toEqual(["ADDED", "DELETED"]);
  });

  test("an informer continues after the server restarted", async () => {
    const names = new Set<string>();
    let received: () => void = () => undefined;
    const has = (name: string): Promise<void> =>
      new Promise((resolve) => {
        received = () => names.has(name) && resolve();
        received();
      });
    const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
      core.listNamespacedConfigMap({ namespace }),
    );
    informer.on("add", (object) => {
      names.add(object.metadata?.name ?? "");
      received();
    });
    informer.on("error", () => void informer.start());
    await informer.start();
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "before" } } });
    await has("before");
    await server.restart();
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "after" } } });
    await has("after");
    await informer.stop();
  });
});
