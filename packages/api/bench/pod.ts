// The cost of validating a pod of 5 KB, beside parsing and writing it as JSON: node
// --conditions=svc-source bench/pod.ts
import { kubernetesDialect } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import { kindParts } from "../src/kind-parts.ts";
import { microsOf } from "./micros.ts";
import { pod } from "./web-pod.ts";

const context: WriteContext = {
  now: "2026-01-02T03:04:05Z",
  nowMs: 0,
  gates: { enabled: () => false },
  group: "",
  version: "v1",
  namespace: "default",
  warn: () => undefined,
};
const text = JSON.stringify(pod);
const validation = kindParts(kubernetesDialect).validationOf("", "Pod");

const cases: Readonly<Record<string, () => unknown>> = {
  "JSON.parse and stringify": () => JSON.stringify(JSON.parse(text)),
  "checks of a new pod": () => validation?.create?.(pod, context),
  "checks of a change": () => validation?.update?.(pod, pod, context),
  warnings: () => validation?.warnings?.(pod, undefined, context),
};
for (const [name, act] of Object.entries(cases))
  process.stdout.write(`${name.padEnd(26)}${microsOf(act).toFixed(1)} µs\n`);
