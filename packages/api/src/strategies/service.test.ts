import type { ApiObject } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import { expect, it } from "vitest";
import { service } from "./service.ts";

const context: WriteContext = {
  now: "2026-01-02T03:04:05Z",
  nowMs: Date.parse("2026-01-02T03:04:05Z"),
  gates: { enabled: () => false },
  group: "",
  version: "v1",
  namespace: "ns",
  warn: () => undefined,
};
const object = (spec: object): ApiObject => ({ apiVersion: "v1", kind: "Service", metadata: {}, spec });
const balanced = { type: "LoadBalancer", loadBalancerClass: "a", allocateLoadBalancerNodePorts: true };

it.each([
  [
    "an inner one loses what only balanced ones have",
    { ...balanced, externalTrafficPolicy: "Cluster" },
    { type: "ClusterIP" },
    { type: "ClusterIP" },
  ],
  ["what a client has just changed stays", balanced, { type: "NodePort", loadBalancerClass: "b" }, undefined],
  [
    "another name for a host has no addresses",
    { type: "ClusterIP", clusterIP: "10.0.0.7", clusterIPs: ["10.0.0.7"], ipFamilies: ["IPv4"] },
    { type: "ExternalName" },
    { type: "ExternalName" },
  ],
])("%s", (_name, old, change, want) => {
  const next = object({ ...old, ...change });
  service.prepareUpdate?.(next, object(old), context);
  expect(next["spec"]).toEqual(want ?? { type: "NodePort", loadBalancerClass: "b" });
});
