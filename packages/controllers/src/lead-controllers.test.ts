import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { leadControllers } from "./lead-controllers.ts";
import { serviceAccountController } from "./service-account/service-account-controller.ts";
import { type Cluster, startCluster } from "./testing/cluster.ts";

interface Candidate {
  readonly stop: AbortController;
  readonly begun: () => boolean;
  readonly ended: Promise<unknown>;
}

function candidate({ client, server }: Cluster, identity: string): Candidate {
  const stop = new AbortController();
  let begun = false;
  const ended = leadControllers({
    client,
    clock: server.clock,
    random: () => 0,
    controllers: [serviceAccountController],
    identity,
    signal: stop.signal,
    onBegun: () => {
      begun = true;
    },
  }).catch((error: unknown) => error);
  return { stop, begun: () => begun, ended };
}

describe.each([
  [svcDialect, "svc"],
  [kubernetesDialect, "kube"],
] as const)("of several that could run controllers (%o)", (dialect, prefix) => {
  test("one does, by the lease of the controller manager, and then the next", async () => {
    await using cluster = await startCluster({ dialect });
    const leases = cluster.client.coordination.v1.leases(`${prefix}-system`);
    const holder = async () => (await leases.get(`${prefix}-controller-manager`)).spec?.holderIdentity;
    const first = candidate(cluster, "first");
    await cluster.until("it leads", first.begun);
    const second = candidate(cluster, "second");
    await cluster.settle();
    expect([second.begun(), await holder()]).toEqual([false, "first"]);
    const reason = new Error("enough");
    first.stop.abort(reason);
    expect(await first.ended).toBe(reason);
    await cluster.until("the other leads", second.begun);
    expect(await holder()).toBe("second");
    const accounts = cluster.client.core.v1.serviceaccounts("default");
    await accounts.delete("default");
    await cluster.until("it is made again", async () => (await accounts.list()).items.length === 1);
    second.stop.abort(reason);
    await second.ended;
  });
});
