import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();
const manifest = (name: string): string => join(dirname(fileURLToPath(import.meta.url)), "manifests", name);

/**
 * What is got, and its wide table, with two spaces or more between columns as one bar; `*` stands
 * for ages and ids.
 */
const tables: readonly (readonly [args: string, lines: readonly string[]])[] = [
  [
    "nodes",
    [
      "NAME|STATUS|ROLES|AGE|VERSION|INTERNAL-IP|EXTERNAL-IP|OS-IMAGE|KERNEL-VERSION|CONTAINER-RUNTIME",
      "node-1|Ready,SchedulingDisabled|control-plane,worker|*|v1.33.1|10.0.0.1|192.0.2.1|Debian 12|6.1.0|containerd://2.0",
    ],
  ],
  [
    "pods",
    [
      "NAME|READY|STATUS|RESTARTS|AGE|IP|NODE|NOMINATED NODE|READINESS GATES",
      "failed|0/1|Evicted|0|*|<none>|<none>|<none>|<none>",
      "running|1/2|CrashLoopBackOff|3|*|10.1.0.1|node-1|<none>|1/1",
      "starting|0/1|Init:1/2|0|*|<none>|<none>|<none>|<none>",
    ],
  ],
  [
    "deployments",
    ["NAME|READY|UP-TO-DATE|AVAILABLE|AGE|CONTAINERS|IMAGES|SELECTOR", "web|1/3|2|1|*|a,b|i:1,i:2|app=web,tier=front"],
  ],
  ["replicasets", ["NAME|DESIRED|CURRENT|READY|AGE|CONTAINERS|IMAGES|SELECTOR", "web-1|3|2|1|*|a|i:1|app=web"]],
  ["statefulsets", ["NAME|READY|AGE|CONTAINERS|IMAGES", "db|1/2|*|a|i:1"]],
  [
    "daemonsets",
    [
      "NAME|DESIRED|CURRENT|READY|UP-TO-DATE|AVAILABLE|NODE SELECTOR|AGE|CONTAINERS|IMAGES|SELECTOR",
      "log|5|4|3|2|1|disk=ssd,zone=a|*|a|i:1|app=log",
    ],
  ],
  [
    "services web headless",
    [
      "NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE|SELECTOR",
      "web|ExternalName|<none>|web.example.com|80/TCP,443/UDP|*|<none>",
      "headless|ClusterIP|None|<none>|5432/TCP|*|app=db,tier=back",
    ],
  ],
  [
    "jobs",
    [
      "NAME|STATUS|COMPLETIONS|DURATION|AGE|CONTAINERS|IMAGES|SELECTOR",
      // It was not started: it has no duration yet.
      "import|Running|1/3|*|a|i:1|batch.kubernetes.io/controller-uid=*",
    ],
  ],
  [
    "cronjobs",
    [
      "NAME|SCHEDULE|TIMEZONE|SUSPEND|ACTIVE|LAST SCHEDULE|AGE|CONTAINERS|IMAGES|SELECTOR",
      "nightly|0 3 * * *|Europe/Berlin|True|0|<none>|*|a|i:1|<none>",
    ],
  ],
  [
    "ingresses",
    ["NAME|CLASS|HOSTS|ADDRESS|PORTS|AGE", "web|nginx|a.example.com,b.example.com|192.0.2.1,lb.example.com|80, 443|*"],
  ],
  [
    "pv",
    [
      "NAME|CAPACITY|ACCESS MODES|RECLAIM POLICY|STATUS|CLAIM|STORAGECLASS|VOLUMEATTRIBUTESCLASS|REASON|AGE|VOLUMEMODE",
      "disk|1Gi|RWO,ROX|Retain|Bound|default/data|fast|<unset>|*|Filesystem",
    ],
  ],
  [
    "pvc",
    [
      "NAME|STATUS|VOLUME|CAPACITY|ACCESS MODES|STORAGECLASS|VOLUMEATTRIBUTESCLASS|AGE|VOLUMEMODE",
      "data|Bound|disk|1Gi|RWO|fast|<unset>|*|Filesystem",
    ],
  ],
  ["hpa", ["NAME|REFERENCE|TARGETS|MINPODS|MAXPODS|REPLICAS|AGE", "web|Deployment/web|cpu: 95%/80%|2|5|3|*"]],
  [
    "events e",
    [
      "LAST SEEN|TYPE|REASON|OBJECT|SUBOBJECT|SOURCE|MESSAGE|FIRST SEEN|COUNT|NAME",
      "<unknown>|Warning|BackOff|pod/running|spec.containers{a}|kubelet, node-1|Back-off restarting|<unknown>|4|e",
    ],
  ],
];

describe.skipIf(programs === undefined)("wide tables of kubectl", () => {
  let server: ServerProcess;
  const kubectl = async (...args: readonly string[]): Promise<string> => {
    const env = { KUBECONFIG: server.kubeconfig, HOME: server.dataDir };
    const { code, stdout, stderr } = await runProgram(programs?.kubectl ?? "", args, { env });
    expect(code, `kubectl ${args.join(" ")}: ${stderr}`).toBe(0);
    return stdout;
  };

  beforeAll(async () => {
    // Without controllers the objects stay as they are written.
    server = await startServerProcess("kubernetes", ["--controllers="]);
    const withStatus = manifest("tables.yaml");
    await kubectl("apply", "-f", withStatus, "-f", manifest("event.yaml"));
    await kubectl("apply", "--server-side", "--force-conflicts", "--subresource=status", "-f", withStatus);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test.each(tables)("%s", async (args, lines) => {
    const shown = (await kubectl("get", ...args.split(" "), "-o", "wide")).trimEnd().split("\n");
    const columns = shown.map((line) =>
      line
        .trimEnd()
        .replace(/ {2,}/g, "|")
        .replace(/\|\d+[smh](?=\||$)/g, "|*")
        .replace(/uid=[-0-9a-f]{36}/g, "uid=*"),
    );
    expect(columns).toEqual(lines);
  });
});
