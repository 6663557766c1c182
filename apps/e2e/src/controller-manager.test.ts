import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { type ControllerManagerProcess, startControllerManager } from "./controller-manager-process.ts";
import { kubectlFor } from "./kubectl.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();

/**
 * Asks more often than usual. The lease is as long as ever: on a machine that stands still a
 * shorter one is lost by a healthy leader.
 */
const fast = [
  "--leader-elect-lease-duration=15s",
  "--leader-elect-renew-deadline=12s",
  "--leader-elect-retry-period=500ms",
];

describe.skipIf(programs === undefined)("two controller managers beside a server without controllers", () => {
  let server: ServerProcess;
  let leader: ControllerManagerProcess;
  let other: ControllerManagerProcess;
  let leaderName = "";
  const { kubectl, ok } = kubectlFor(() => server);
  const start = (): ControllerManagerProcess =>
    startControllerManager([
      "--dialect=kubernetes",
      `--kubeconfig=${server.kubeconfig}`,
      "--use-service-account-credentials",
      ...fast,
    ]);
  const holder = (): Promise<string> =>
    ok("get lease kube-controller-manager -n kube-system -o jsonpath={.spec.holderIdentity}");

  beforeAll(async () => {
    server = await startServerProcess("kubernetes", ["--controllers="]);
    leader = start();
    leaderName = (await leader.says(/^leading as (.+)/))[1] ?? "";
    other = start();
  });
  afterAll(async () => {
    await Promise.all([leader, other].map((manager) => manager?.end("SIGKILL")));
    await server?.[Symbol.asyncDispose]();
  });

  test("one leads by the lease, and the other waits and is healthy", async () => {
    expect((await other.says(/^waiting: (.+) leads/))[1]).toBe(leaderName);
    expect(await holder()).toBe(leaderName);
    const [, health = ""] = await other.says(/^health: (.+)/);
    expect(await (await fetch(health)).text()).toBe("ok");
    expect((await fetch(health.replace("healthz", "readyz"))).status).toBe(200);
  });

  test("namespaces are furnished, and emptied when they are deleted", async () => {
    await leader.says(/^running /);
    await ok("create namespace one");
    await ok("wait --for=create serviceaccount/default -n one --timeout=90s");
    await ok("wait --for=create configmap/kube-root-ca.crt -n one --timeout=90s");
    await ok("create deployment web --image=registry.invalid/web:1 -n one");
    await ok("delete namespace one --timeout=90s");
    expect((await kubectl("get namespace one")).stderr).toContain("NotFound");
  });

  test("the other takes over when the leader is killed", async () => {
    await leader.end("SIGKILL");
    const [, name] = await other.says(/^leading as (.+)/);
    expect(await holder()).toBe(name);
    expect(name).not.toBe(leaderName);
    await other.says(/^running /);
    await ok("create namespace two");
    await ok("create configmap a -n two");
    await ok("delete namespace two --timeout=90s");
  });

  test("a leader that is stopped releases the lease", async () => {
    expect(await other.end("SIGTERM")).toBe(0);
    expect(await holder()).toBe("");
  });
});
