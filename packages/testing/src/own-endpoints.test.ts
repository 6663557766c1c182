import { createManualClock, type ManualClock } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import { createMemoryStorage, type MemoryStorage } from "@svc/storage/memory";
import { expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

const endpointsPath = "/api/v1/namespaces/default/endpoints/kubernetes";
const slicePath = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes";

function start(clock: ManualClock, storage: MemoryStorage, ownAddress: string): Promise<TestServer> {
  return startTestServer({
    dialect: kubernetesDialect,
    clock,
    storage,
    controlPlane: { ownAddress, securePort: 6443 },
  });
}

async function published(server: TestServer): Promise<unknown> {
  const [endpoints, slice] = await Promise.all(
    [endpointsPath, slicePath].map(async (path) => (await (await server.fetch(path)).json()) as Published),
  );
  return {
    addresses: endpoints?.subsets?.[0]?.addresses.map(({ ip }) => ip),
    sliced: slice?.endpoints?.map(({ addresses }) => addresses[0]),
    ports: [endpoints?.subsets?.[0]?.ports, slice?.ports].map((ports) => ports?.map(({ port }) => port)),
  };
}

interface Published {
  readonly subsets?: readonly { readonly addresses: readonly { readonly ip: string }[]; readonly ports: Ports }[];
  readonly endpoints?: readonly { readonly addresses: readonly string[] }[];
  readonly ports?: Ports;
}

type Ports = readonly { readonly port: number }[];

const ports = [[6443], [6443]];

it("the addresses of running servers are the endpoints of their service", async () => {
  const clock = createManualClock();
  const storage = createMemoryStorage({ clock });
  const first = await start(clock, storage, "192.0.2.10");
  await using second = await start(clock, storage, "192.0.2.9");
  const both = { addresses: ["192.0.2.10", "192.0.2.9"], sliced: ["192.0.2.10", "192.0.2.9"], ports };
  await expect.poll(() => published(second), { interval: 1 }).toEqual(both);
  const { metadata } = (await (await second.fetch(slicePath)).json()) as { metadata: { labels: unknown } };
  expect(metadata.labels).toEqual({ "kubernetes.io/service-name": "kubernetes" });
  await first.server.close();
  await second.settle();
  clock.advance(10_000);
  await second.settle();
  clock.advance(10_000);
  await expect
    .poll(() => published(second), { interval: 1 })
    .toEqual({ addresses: ["192.0.2.9"], sliced: ["192.0.2.9"], ports });
});

it("changed addresses are put right, and a changed port when a server starts", async () => {
  const clock = createManualClock();
  const storage = createMemoryStorage({ clock });
  const server = await start(clock, storage, "192.0.2.10");
  const right = { addresses: ["192.0.2.10"], sliced: ["192.0.2.10"], ports };
  await expect.poll(() => published(server), { interval: 1 }).toEqual(right);
  const subsets = [{ addresses: [{ ip: "192.0.2.77" }], ports: [{ name: "https", port: 1 }] }];
  await server.fetch(endpointsPath, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ subsets }),
  });
  clock.advance(10_000);
  await expect.poll(() => published(server), { interval: 1 }).toEqual({ ...right, ports: [[1], [6443]] });
  await server.server.close();
  await using again = await start(clock, storage, "192.0.2.10");
  await expect.poll(() => published(again), { interval: 1 }).toEqual(right);
});

it("a server without an address of its own has no endpoints", async () => {
  await using server = await startTestServer({ dialect: kubernetesDialect });
  await server.settle();
  expect((await server.fetch(endpointsPath)).status).toBe(404);
});
