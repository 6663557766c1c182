/**
 * What a write, or a get, costs in the server's process, in microseconds of one core, without a
 * connection and without a disk: `node --conditions=svc-source bench/writes.ts [scenario…]`.
 * `apps/bench` measures writes from outside; the stages from a Pod's bytes to the stored ones
 * are in `packages/api/bench/encodings.ts`.
 */
import { Readable } from "node:stream";
import { builtin } from "@svc/api";
import type { HttpRequest } from "@svc/http";
import { kubernetesDialect } from "@svc/meta";
import { createMemoryStorage } from "@svc/storage/memory";
import { createServer } from "../src/index.ts";

const user = { name: "alice", uid: "", groups: ["system:authenticated"], extra: {} };
const server = await createServer({
  resources: [builtin()],
  dialect: kubernetesDialect,
  storage: createMemoryStorage(),
  authenticator: { authenticate: () => ({ kind: "authenticated", user }) },
  authorizer: { authorize: () => ({ verdict: "allow", reason: "" }) },
});
await server.ready;

const noSignal = new AbortController().signal;

interface Ask {
  readonly method: string;
  readonly target: string;
  readonly type?: string;
  readonly body: string;
}

async function ask({ method, target, type = "application/json", body }: Ask): Promise<Buffer> {
  const headers: Readonly<Record<string, string>> = { "content-type": type, "user-agent": "bench" };
  const request: HttpRequest = {
    method,
    target,
    header: (name) => headers[name],
    headerLines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
    headerNames: () => Object.keys(headers),
    remoteAddress: "127.0.0.1",
    host: "https://localhost",
    peerCertificates: () => [],
    body: Readable.from([Buffer.from(body)]),
    readBody: () => Promise.resolve(Buffer.from(body)),
    signal: noSignal,
    abort: () => undefined,
  };
  const promised = server.handler(request);
  const answer = promised instanceof Promise ? await promised : promised;
  const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.concat(answer.body as readonly Buffer[]);
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status} ${bytes}`);
  return bytes;
}

const configMaps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const text = "server.7f3a.address = 10.20.30.40:8080; ".repeat(50).slice(0, 1_900);

function configMap(name: string, data: object = {}, resourceVersion?: string): string {
  const metadata = { name, labels: { app: "bench", part: "p1" }, resourceVersion };
  return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { config: text, ...data } });
}

function container(name: string, settings: number, setting: number): object {
  const httpGet = { path: "/healthz", port: 8080 };
  const probe = { httpGet, initialDelaySeconds: 5, periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 3 };
  return {
    name,
    image: `registry.example/${name}:1.2.3`,
    args: ["--listen=:8080", "--config=/etc/app/config"],
    env: Array.from({ length: settings }, (_, i) => ({
      name: `SETTING_${i}`,
      value: i === 0 ? String(setting) : `server.${i}.address = 10.20.30.40:8080; server.0.address`,
    })),
    ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
    resources: { limits: { cpu: "500m", memory: "256Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
    livenessProbe: probe,
    readinessProbe: probe,
    volumeMounts: [
      { name: "config", mountPath: "/etc/app" },
      { name: "data", mountPath: "/data" },
    ],
    securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ["ALL"] } },
  };
}

function podSpec(setting: number): object {
  return {
    containers: [container("main", 23, setting), container("sidecar", 7, 0)],
    terminationGracePeriodSeconds: 30,
    volumes: [
      { name: "config", configMap: { name: "app" } },
      { name: "data", emptyDir: {} },
    ],
  };
}

function metadataOf(name: string): object {
  return { name, labels: { app: "bench", instance: name }, annotations: { description: text.slice(0, 200) } };
}

/** Of about 5 KB. */
function deployment(name: string, setting: number, metadata: object = {}): string {
  const labels = { app: "bench", instance: name };
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...metadataOf(name), ...metadata },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(setting) },
    },
  });
}

function apply(name: string, setting: number): Ask {
  const target = `${deployments}/${name}?fieldManager=bench`;
  return { method: "PATCH", target, type: "application/apply-patch+yaml", body: deployment(name, setting) };
}

/**
 * The number of parallel writers' objects, so that consecutive requests are not about the same
 * cached object.
 */
const objects = 64;
let serial = 0;
const nameOf = (scenario: string): string => `${scenario}-${serial++ % objects}`;

function update(scenario: string): Ask {
  const name = nameOf(scenario);
  return { method: "PUT", target: `${deployments}/${name}`, body: deployment(name, serial) };
}

const patch = (name: string, body: object): Ask => ({
  method: "PATCH",
  target: `${configMaps}/${name}`,
  type: "application/merge-patch+json",
  body: JSON.stringify(body),
});

const run = Date.now().toString(36);
const scenarios: Readonly<Record<string, () => Ask>> = {
  create: () => ({ method: "POST", target: configMaps, body: configMap(`create-${run}-${serial++}`) }),
  get: () => ({ method: "GET", target: `${configMaps}/${nameOf("object")}`, body: "" }),
  update: () => {
    const name = nameOf("object");
    return { method: "PUT", target: `${configMaps}/${name}`, body: configMap(name, { count: String(serial) }) };
  },
  "update, nothing changed": () => {
    const name = nameOf("same");
    return { method: "PUT", target: `${configMaps}/${name}`, body: configMap(name) };
  },
  "update of a Deployment": () => update("owned"),
  // An object whose owners were cleared has no owners afterwards: the difference is the cost of
  // tracking.
  "update of a Deployment without field owners": () => update("unowned"),
  "merge patch": () => patch(nameOf("object"), { data: { count: String(serial) } }),
  apply: () => apply(nameOf("applied"), serial),
  "apply, nothing changed": () => apply(nameOf("steady"), 0),
};

for (let i = 0; i < objects; i++) {
  for (const name of [`object-${i}`, `same-${i}`])
    await ask({ method: "POST", target: configMaps, body: configMap(name) });
  await ask({ method: "POST", target: deployments, body: deployment(`owned-${i}`, 0) });
  const cleared = deployment(`unowned-${i}`, 0, { managedFields: [] });
  for (const [method, target] of [
    ["POST", deployments],
    ["PUT", `${deployments}/unowned-${i}`],
  ] as const)
    await ask({ method, target, body: cleared });
  await ask(apply(`applied-${i}`, 0));
  await ask(apply(`steady-${i}`, 0));
}

/** The least of several rounds, since others share the machine. */
async function microsOf(next: () => Ask): Promise<number> {
  const size = 1_000;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12; round++) {
    const asks = Array.from({ length: size }, next);
    const start = process.cpuUsage();
    for (const each of asks) await ask(each);
    const { user: inUser, system } = process.cpuUsage(start);
    best = Math.min(best, (inUser + system) / size);
  }
  return best;
}

const chosen = process.argv.slice(2);
for (const [name, next] of Object.entries(scenarios)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stdout.write(`${(await microsOf(next)).toFixed(1).padStart(9)} µs  ${name}\n`);
}
await server.close();
