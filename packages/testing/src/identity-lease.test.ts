import { kubernetesDialect } from "@svc/meta";
import { expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
/** Of a machine named `vm`. */
const own = "apiserver-wlv32tlttr4jl3gtroqexyxapa";
const start = (): Promise<TestServer> =>
  startTestServer({ dialect: kubernetesDialect, controlPlane: { hostname: "vm" }, config: { randomUid: () => "u" } });

async function lease(
  { fetch }: TestServer,
  name: string,
): Promise<{ readonly spec?: object; readonly metadata?: object }> {
  return (await (await fetch(`${leases}/${name}`)).json()) as object;
}

test("a server with a host name renews its lease", async () => {
  await using server = await start();
  const before = await lease(server, own);
  expect(before).toMatchObject({
    metadata: {
      labels: { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": "vm" },
      managedFields: [{ manager: "kube-apiserver", operation: "Update" }],
    },
    spec: { holderIdentity: `${own}_u`, leaseDurationSeconds: 3600 },
  });
  server.clock.advance(10_000);
  await expect.poll(async () => (await lease(server, own)).spec, { interval: 5 }).not.toEqual(before.spec);
});

test("a server without one has no lease", async () => {
  await using server = await startTestServer({ dialect: kubernetesDialect });
  expect(await (await server.fetch(leases)).json()).toMatchObject({ items: [] });
});

test("leases of stopped servers are removed, others stay", async () => {
  await using server = await start();
  const put = (name: string, labels: object, spec: object): Promise<Response> =>
    server.fetch(leases, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name, labels }, spec }),
    });
  const labels = { "apiserver.kubernetes.io/identity": "kube-apiserver" };
  const renewTime = `${new Date(server.clock.now()).toISOString().slice(0, 19)}.000000Z`;
  await put("gone", labels, { holderIdentity: "gone_u", leaseDurationSeconds: 3000, renewTime });
  await put("endless", labels, { holderIdentity: "endless_u" });
  await put("there", labels, { holderIdentity: "there_u", leaseDurationSeconds: 7000, renewTime });
  await put("other", {}, { holderIdentity: "other_u", leaseDurationSeconds: 1, renewTime });
  server.clock.advance(3_600_000);
  const names = async (): Promise<readonly (string | undefined)[]> => {
    const list = (await (await server.fetch(leases)).json()) as { items: { metadata: { name?: string } }[] };
    return list.items.map(({ metadata: { name } }) => name);
  };
  await expect.poll(names, { interval: 5 }).toEqual([own, "other", "there"]);
});
