import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startTestKubelet, type TestKubelet } from "@svc/proxy/testing";
import { type EtcdServers, findEtcd, startEtcd } from "@svc/storage/testing/etcd";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { freePort } from "./free-port.ts";
import { makeFrontProxy } from "./front-proxy.ts";
import { buildGoProgram, goHindrance } from "./go-program.ts";
import { kubectlFor } from "./kubectl.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const modules = join(dirname(fileURLToPath(import.meta.url)), "..", "go-extensions");
const metricsServer = {
  module: join(modules, "metrics-server"),
  package: "sigs.k8s.io/metrics-server/cmd/metrics-server",
};
const sampleServer = { module: join(modules, "sample-apiserver"), package: "k8s.io/sample-apiserver" };

const programs = clientPrograms();
const etcdProgram = findEtcd();
const hindrances = {
  metrics: await goHindrance(metricsServer),
  sample: (await goHindrance(sampleServer)) ?? (etcdProgram === undefined ? "there is no etcd" : undefined),
};
for (const [name, hindrance] of Object.entries(hindrances))
  if (hindrance !== undefined) console.warn(`the tests of the ${name} server are skipped: ${hindrance}`);

const registration = (group: string, version: string, port: number): string => `
apiVersion: v1
kind: Service
metadata: { name: api, namespace: default }
spec: { type: ExternalName, externalName: 127.0.0.1 }
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: ${version}.${group} }
spec:
  group: ${group}
  version: ${version}
  groupPriorityMinimum: 1000
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: { namespace: default, name: api, port: ${port} }
`;

/** Use of the containers of the test kubelet: a quarter and an eighth of a core. */
function resourceMetrics(): string {
  const nowMs = Date.now();
  const seconds = (nowMs % 1e9) / 1000;
  const labels = '{container="c",namespace="default",pod="p"}';
  return [
    `node_cpu_usage_seconds_total ${seconds / 4} ${nowMs}`,
    `node_memory_working_set_bytes ${512 * 1024 * 1024} ${nowMs}`,
    `container_cpu_usage_seconds_total${labels} ${seconds / 8} ${nowMs}`,
    `container_memory_working_set_bytes${labels} ${64 * 1024 * 1024} ${nowMs}`,
    `container_start_time_seconds${labels} ${nowMs / 1000 - 3600} ${nowMs}`,
    "",
  ].join("\n");
}

describe.skipIf(programs === undefined)("extension servers that others wrote, behind the built server", () => {
  const directory = mkdtempSync(join(tmpdir(), "svc-e2e-programs-"));
  const started: ChildProcess[] = [];
  let front: ServerProcess;
  let kubelet: TestKubelet;

  const { kubectl, ok } = kubectlFor(() => front);
  /** Starts a program with the flags that every extension server has. */
  const start = async (program: string, flags: readonly string[]): Promise<number> => {
    const port = await freePort();
    const { kubeconfig } = front;
    const log = `${program}.log`;
    const child = spawn(
      program,
      [
        `--kubeconfig=${kubeconfig}`,
        `--authentication-kubeconfig=${kubeconfig}`,
        `--authorization-kubeconfig=${kubeconfig}`,
        `--secure-port=${port}`,
        "--bind-address=127.0.0.1",
        `--cert-dir=${join(directory, `${port}`)}`,
        ...flags,
      ],
      { stdio: ["ignore", "ignore", openSync(log, "w")] },
    );
    started.push(child);
    child.once("exit", (code) => {
      if (code !== null && code !== 0) console.warn(readFileSync(log, "utf8").slice(-2000));
    });
    return port;
  };
  const register = async (group: string, version: string, port: number): Promise<void> => {
    await ok("apply -f -", registration(group, version, port));
    await ok(`wait --for=condition=Available apiservice/${version}.${group} --timeout=100s`);
  };

  beforeAll(async () => {
    kubelet = await startTestKubelet({ resourceMetrics });
    const { flags } = await makeFrontProxy(directory);
    front = await startServerProcess("kubernetes", flags);
    const addresses = [{ type: "InternalIP", address: "127.0.0.1" }];
    const conditions = [{ type: "Ready", status: "True" }];
    const allocatable = { cpu: "2", memory: "2Gi" };
    const daemonEndpoints = { kubeletEndpoint: { Port: kubelet.port } };
    const status = { addresses, conditions, allocatable, capacity: allocatable, daemonEndpoints };
    await ok("create -f -", JSON.stringify({ apiVersion: "v1", kind: "Node", metadata: { name: "n" }, status }));
    const spec = { nodeName: "n", containers: [{ name: "c", image: "i" }] };
    const metadata = { name: "p", namespace: "default" };
    await ok("create -f -", JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata, spec }));
    const running = JSON.stringify({ status: { phase: "Running" } });
    await ok(`patch pod p --subresource=status --type=merge -p ${running}`);
  });
  afterAll(async () => {
    for (const child of started) child.kill();
    await front?.[Symbol.asyncDispose]();
    await kubelet?.[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true, force: true });
  });

  describe.skipIf(hindrances.metrics !== undefined)("metrics-server", () => {
    beforeAll(async () => {
      const program = await buildGoProgram(metricsServer, directory);
      const flags = [
        "--kubelet-insecure-tls",
        "--kubelet-use-node-status-port",
        "--metric-resolution=10s",
        "--kubelet-request-timeout=5s",
      ];
      await register("metrics.k8s.io", "v1beta1", await start(program, flags));
    }, 1_800_000);

    test("kubectl top shows the use of nodes and pods", async () => {
      // Two readings of the kubelet tell the use of processors.
      await expect.poll(() => kubectl("top node n"), { timeout: 90_000, interval: 1_000 }).toMatchObject({ code: 0 });
      expect(await ok("top node n")).toMatch(/^NAME\s+CPU\(cores\).*\nn\s+2[45]\dm\s+12%\s+512Mi\s+25%\s*$/);
      expect(await ok("top pod p --containers")).toMatch(/\np\s+c\s+12\dm\s+64Mi\s*$/);
      expect(await ok("top pod -A")).toMatch(/\ndefault\s+p\s+12\dm\s+64Mi/);
    }, 150_000);

    test("its kinds are discovered and listed as tables, and users without rights are refused by it", async () => {
      expect(await ok("api-resources --api-group=metrics.k8s.io --cached=false")).toMatch(/PodMetrics/);
      expect(await ok("get podmetrics p")).toMatch(/^NAME\s+CPU\s+MEMORY\s+WINDOW\np\s/);
      const { stderr } = await kubectl("top node n --as jane");
      expect(stderr).toContain('User "jane" cannot get resource "nodes" in API group "metrics.k8s.io"');
      expect(await ok("auth can-i get pods.metrics.k8s.io")).toBe("yes\n");
    });
  });

  describe.skipIf(hindrances.sample !== undefined)("sample-apiserver", () => {
    let etcd: EtcdServers;
    const flunder = `
apiVersion: wardle.example.com/v1beta1
kind: Flunder
metadata: { name: a, namespace: default, labels: { color: blue } }
spec: { referenceType: Flunder, flunderReference: b }
`;

    beforeAll(async () => {
      const program = await buildGoProgram(sampleServer, directory);
      etcd = await startEtcd({ program: etcdProgram! });
      await register("wardle.example.com", "v1beta1", await start(program, [`--etcd-servers=${etcd.endpoints}`]));
    }, 1_800_000);
    afterAll(() => etcd?.stop());

    test("its objects are applied, read, explained, watched and deleted", async () => {
      await expect.poll(() => ok("api-resources --cached=false"), { timeout: 60_000 }).toContain("flunders");
      expect(await ok("apply -f -", flunder)).toContain("flunder.wardle.example.com/a created");
      expect(await ok("apply -f -", flunder)).toContain("flunder.wardle.example.com/a unchanged");
      expect(await ok("get flunders -l color=blue -o name")).toBe("flunder.wardle.example.com/a\n");
      await expect.poll(() => ok("explain flunder.spec"), { timeout: 60_000 }).toContain("referenceType");
      const watch = kubectl("get flunders -w --output-watch-events -o name --request-timeout=5s");
      await ok("annotate flunder a seen=yes");
      expect((await watch).stdout).toContain("flunder.wardle.example.com/a");
      expect((await kubectl("get flunders --as jane")).stderr).toContain('cannot list resource "flunders"');
      expect(await ok("delete flunder a")).toContain("deleted");
    });
  });
});
