import type { ApiObject } from "@svc/meta";
import { expect, it } from "vitest";
import { qosClassOf } from "./pod-qos.ts";

const guaranteed = { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "1000m", memory: "1024Mi" } };

it.each<[string, readonly object[], string]>([
  ["no requests and no limits", [{}, { requests: { "example.com/gpu": "1" } }], "BestEffort"],
  ["all ask for what they are limited to", [guaranteed, { limits: guaranteed.limits }], "Guaranteed"],
  ["one asks for less", [guaranteed, { ...guaranteed, requests: { cpu: "1m" } }], "Burstable"],
  ["one has no limit", [guaranteed, {}], "Burstable"],
  ["amounts are zero", [{ requests: { cpu: "0" }, limits: { cpu: "0m" } }], "BestEffort"],
  ["amounts are below zero, which is told later", [{ requests: { cpu: "-1" } }], "BestEffort"],
])("when %s", (_, resources, want) => {
  const [first = {}, ...others] = resources.map((r) => ({ resources: r }));
  const pod: ApiObject = { metadata: {}, spec: { initContainers: [first], containers: others } };
  expect(qosClassOf(pod)).toBe(want);
});
