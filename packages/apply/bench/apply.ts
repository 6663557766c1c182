/**
 * The cost of ownership per write, in microseconds of one core: `node --conditions=svc-source
 * bench/apply.ts`. A Deployment of about 5 KB that one manager applied and another updates; then
 * the scenarios of the tests.
 */
import { builtinDefinitions } from "@svc/api";
import { type ApiObject, formatApiVersion, kubernetesDialect } from "@svc/meta";
import { createFieldOwnership } from "../src/index.ts";
import { runScenario } from "../src/testing/scenario.ts";
import { scenarios } from "../src/testing/scenarios.ts";

const now = "2026-01-02T03:04:05Z";
const later = "2026-01-02T03:04:06Z";

function container(name: string): object {
  return {
    name,
    image: `registry.example.com/team/${name}:1.2.3`,
    args: ["--listen=0.0.0.0:8080", "--verbose=2", `--name=${name}`],
    ports: [8080, 9090].map((containerPort) => ({ containerPort, name: `p${containerPort}`, protocol: "TCP" })),
    env: Array.from({ length: 10 }, (_, i) => ({ name: `VARIABLE_${i}`, value: `the value of the variable ${i}` })),
    resources: { limits: { cpu: "500m", memory: "256Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
    volumeMounts: [{ name: "config", mountPath: "/etc/config" }],
    readinessProbe: { httpGet: { path: "/ready", port: 8080, scheme: "HTTP" }, periodSeconds: 5 },
    imagePullPolicy: "IfNotPresent",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  };
}

function deployment(replicas: number): ApiObject {
  const labels = { "example.com/name": "web", "example.com/part": "frontend", tier: "one" };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "default", labels, annotations: { "example.com/note": "x".repeat(200) } },
    spec: {
      replicas,
      selector: { matchLabels: { tier: "one" } },
      template: {
        metadata: { labels },
        spec: {
          containers: ["web", "sidecar", "metrics"].map(container),
          volumes: [{ name: "config", configMap: { name: "config", defaultMode: 420 } }],
          restartPolicy: "Always",
          terminationGracePeriodSeconds: 30,
        },
      },
    },
  };
}

const definition = builtinDefinitions(kubernetesDialect).find(({ resource }) => resource === "deployments");
const version = definition?.versions.find((each) => formatApiVersion(each) === "apps/v1");
if (definition === undefined || version === undefined) throw new TypeError("there are no Deployments");
const endpoint = { definition, version, subresource: "" };
const ownership = createFieldOwnership();
const applied = ownership.apply({
  endpoint,
  live: undefined,
  intent: deployment(3),
  manager: "applier",
  force: false,
  now,
});
applied.metadata.uid = "uid";
const live = structuredClone(applied);
(live["spec"] as { paused?: boolean }).paused = true;
ownership.track({ endpoint, live: applied, next: live, manager: "updater", now });

/** The best of several rounds, since the machine is shared. Each run gets its own objects. */
function measure<T>(name: string, prepare: () => T, run: (input: T) => unknown): void {
  const size = 500;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 30; round++) {
    const inputs = Array.from({ length: size }, prepare);
    const start = process.hrtime.bigint();
    for (const input of inputs) run(input);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1_000 / size);
  }
  process.stdout.write(`${best.toFixed(1).padStart(9)} µs  ${name}\n`);
}

const changed = (replicas: number): ApiObject => {
  const next = structuredClone(live);
  (next["spec"] as { replicas: number }).replicas = replicas;
  return next;
};
const liveCopy = (): ApiObject => structuredClone(live);

process.stdout.write(`a Deployment of ${JSON.stringify(deployment(3)).length} bytes\n`);
measure("JSON.parse of it, to compare", () => JSON.stringify(live), JSON.parse);
measure(
  "an update is tracked that changes nothing",
  () => ({ live: liveCopy(), next: liveCopy() }),
  (objects) => ownership.track({ endpoint, ...objects, manager: "updater", now: later }),
);
measure(
  "an update is tracked that changes one field",
  () => ({ live: liveCopy(), next: changed(4) }),
  (objects) => ownership.track({ endpoint, ...objects, manager: "updater", now: later }),
);
measure(
  "a create is tracked",
  () => deployment(3),
  (next) => ownership.track({ endpoint, live: undefined, next, manager: "updater", now: later }),
);
for (const [name, replicas] of [
  ["an apply that changes nothing", 3],
  ["an apply that changes one field", 4],
] as const) {
  measure(
    name,
    () => ({ live: liveCopy(), intent: deployment(replicas) }),
    (objects) => ownership.apply({ endpoint, ...objects, manager: "applier", force: false, now: later }),
  );
}
measure(
  "an apply that gives up half",
  () => {
    const intent = deployment(3);
    delete (intent["spec"] as { template?: unknown }).template;
    return { live: liveCopy(), intent };
  },
  (objects) => ownership.apply({ endpoint, ...objects, manager: "applier", force: false, now: later }),
);
const steps = scenarios.reduce((sum, scenario) => sum + scenario.steps.length, 0);
const start = process.hrtime.bigint();
for (const scenario of scenarios) runScenario(scenario);
const total = Number(process.hrtime.bigint() - start) / 1_000;
process.stdout.write(`${(total / steps).toFixed(1).padStart(9)} µs  a step of the ${scenarios.length} scenarios\n`);
