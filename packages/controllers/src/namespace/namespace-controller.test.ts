import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { isGone, startCluster } from "../testing/cluster.ts";
import { namespaceController } from "./namespace-controller.ts";

interface Conditions {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}
const received = ({ status }: Conditions): Record<string, string> =>
  Object.fromEntries(
    (status?.conditions ?? []).filter((c) => c.status === "True").map((c) => [c.type, c.message ?? ""]),
  );

const pod = (name: string, more: object = {}) => ({
  metadata: { name, ...more },
  spec: { containers: [{ name: "a", image: "a" }] },
});

describe.each([svcDialect, kubernetesDialect])("a namespace that is deleted ($name)", (dialect) => {
  test("takes everything in it with it", async () => {
    await using cluster = await startCluster({ dialect });
    const { client, until } = cluster;
    const namespaces = client.core.v1.namespaces();
    await cluster.run(namespaceController);
    await namespaces.create({ metadata: { name: "x" } });
    await client.core.v1.configmaps("x").create({ metadata: { name: "a" } });
    await client.core.v1.pods("x").create(pod("p"));
    await client.apps.v1.controllerrevisions("x").create({ metadata: { name: "r" }, data: {}, revision: 1 });
    await client.core.v1.configmaps("default").create({ metadata: { name: "stays" } });
    await namespaces.delete("x");
    await until("the namespace is gone", () => isGone(namespaces.get("x")));
    expect((await client.core.v1.configmaps().list()).items.map((o) => o.metadata.name)).toEqual(["stays"]);
  });
});

test("a namespace that was deleted before the controller began is emptied too", async () => {
  await using cluster = await startCluster();
  const namespaces = cluster.client.core.v1.namespaces();
  await namespaces.create({ metadata: { name: "x" } });
  await cluster.client.core.v1.secrets("x").create({ metadata: { name: "a" } });
  await namespaces.delete("x");
  await cluster.run(namespaceController);
  await cluster.until("the namespace is gone", () => isGone(namespaces.get("x")));
});

test("conditions list the remaining content and finalizers, and the namespace is deleted when these are removed", async () => {
  await using cluster = await startCluster();
  const { client, until } = cluster;
  const [namespaces, maps] = [client.core.v1.namespaces(), client.core.v1.configmaps("x")];
  await namespaces.create({ metadata: { name: "x" } });
  for (const name of ["a", "b"]) await maps.create({ metadata: { name, finalizers: ["example.com/hold"] } });
  await maps.create({ metadata: { name: "c", finalizers: ["example.com/other"] } });
  await cluster.run(namespaceController);
  await namespaces.delete("x");
  await until("the conditions tell", async () => "NamespaceContentRemaining" in received(await namespaces.get("x")));
  expect(received(await namespaces.get("x"))).toEqual({
    NamespaceContentRemaining: "Some resources are remaining: configmaps. has 3 resource instances",
    NamespaceFinalizersRemaining:
      "Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances, example.com/other in 1 resource instances",
  });
  for (const name of ["a", "b", "c"])
    await maps.patch(name, { type: "merge", patch: { metadata: { finalizers: null } } });
  await until("the namespace is gone", () => isGone(namespaces.get("x")));
});

test("pods end before anything else is deleted", async () => {
  await using cluster = await startCluster();
  const { client, until, settle } = cluster;
  const [namespaces, pods] = [client.core.v1.namespaces(), client.core.v1.pods("x")];
  await namespaces.create({ metadata: { name: "x" } });
  await client.core.v1.secrets("x").create({ metadata: { name: "used" } });
  await pods.create(pod("p", { finalizers: ["example.com/hold"] }));
  await cluster.run(namespaceController);
  await namespaces.delete("x");
  await until("the conditions tell", async () => "NamespaceContentRemaining" in received(await namespaces.get("x")));
  await settle();
  expect(received(await namespaces.get("x"))["NamespaceContentRemaining"]).toBe(
    "Some resources are remaining: pods. has 1 resource instances",
  );
  expect((await client.core.v1.secrets("x").get("used")).metadata).not.toHaveProperty("deletionTimestamp");
  await pods.patch("p", { type: "merge", patch: { metadata: { finalizers: null } } });
  await until("the namespace is gone", () => isGone(namespaces.get("x")));
});

test("finalizers of others hold a namespace that is empty", async () => {
  await using cluster = await startCluster();
  const namespaces = cluster.client.core.v1.namespaces();
  await cluster.run(namespaceController);
  const created = await namespaces.create({ metadata: { name: "x" } });
  const finalizers = [...(created.spec?.finalizers ?? []), "example.com/hold"];
  await namespaces.subresource("finalize").update("x", { ...created, spec: { finalizers } });
  await namespaces.delete("x");
  const left = async (): Promise<string[] | undefined> => (await namespaces.get("x")).spec?.finalizers;
  await cluster.until("only the other holds it", async () => (await left())?.length === 1);
  expect(await left()).toEqual(["example.com/hold"]);
});

test("a failed deletion is reported with its reason, and retried", async () => {
  await using cluster = await startCluster();
  const { client, until, server } = cluster;
  const namespaces = client.core.v1.namespaces();
  await namespaces.create({ metadata: { name: "x" } });
  await client.core.v1.configmaps("x").create({ metadata: { name: "a" } });
  let refuses = true;
  const refusing: typeof server.fetch = (path, init) => {
    const isRefused = refuses && init?.method === "DELETE" && path.includes("/configmaps");
    if (!isRefused) return server.fetch(path, init);
    const status = { kind: "Status", status: "Failure", reason: "Forbidden", code: 403, message: "not today" };
    return Promise.resolve(Response.json(status, { status: 403 }));
  };
  await cluster.run(namespaceController, refusing);
  await namespaces.delete("x");
  await until(
    "the conditions tell",
    async () => "NamespaceDeletionContentFailure" in received(await namespaces.get("x")),
  );
  expect(received(await namespaces.get("x"))["NamespaceDeletionContentFailure"]).toBe(
    "Failed to delete all resource types, 1 remaining: configmaps.: not today",
  );
  refuses = false;
  await until("the namespace is gone", () => isGone(namespaces.get("x")));
});
