import { type ApiObject, kubernetesDialect } from "@svc/meta";
import type { Strategy, WriteContext } from "@svc/schema";
import { expect, it } from "vitest";
import { builtinDefinitions } from "../definitions.ts";

const definitions = builtinDefinitions(kubernetesDialect);
const strategyOf = (resource: string): Strategy => {
  const found = definitions.find((d) => d.resource === resource);
  if (found === undefined) throw new TypeError(resource);
  return found.strategy;
};
const now = "2026-01-02T03:04:05Z";
const context: WriteContext = {
  now,
  nowMs: Date.parse(now),
  gates: { enabled: () => false },
  group: "",
  version: "v1",
  namespace: "",
  warn: () => undefined,
};
const object = (members: object): ApiObject => ({ apiVersion: "v1", kind: "X", metadata: { name: "a" }, ...members });

it("a volume remembers since when it is in its phase", () => {
  const { prepareCreate, subresources } = strategyOf("persistentvolumes");
  const volume = object({ status: { phase: "Bound" } });
  prepareCreate?.(volume, context);
  expect(volume["status"]).toEqual({ phase: "Pending", lastPhaseTransitionTime: now });
  const old = object({ status: { phase: "Pending", lastPhaseTransitionTime: "2026-01-01T00:00:00Z" } });
  for (const [status, time] of [
    [{ phase: "Bound" }, now],
    [{ phase: "Bound", lastPhaseTransitionTime: "2026-01-01T12:00:00Z" }, "2026-01-01T12:00:00Z"],
    [{ phase: "Pending", lastPhaseTransitionTime: "2026-01-01T00:00:00Z" }, "2026-01-01T00:00:00Z"],
    [{ phase: "Pending" }, "2026-01-01T00:00:00Z"],
  ] as const) {
    const next = object({ status: { ...status } });
    subresources?.["status"]?.prepareUpdate(next, structuredClone(old), context);
    expect(next["status"]).toMatchObject({ lastPhaseTransitionTime: time });
  }
});

it("a driver counts the changes of its spec", () => {
  const { prepareUpdate, generation } = strategyOf("csidrivers");
  const old = object({ spec: { storageCapacity: false } });
  const same = object({ spec: { storageCapacity: false, nodeAllocatableUpdatePeriodSeconds: 5 } });
  const changed = object({ spec: { storageCapacity: true } });
  prepareUpdate?.(same, old, context);
  prepareUpdate?.(changed, old, context);
  expect([generation, same.metadata.generation, changed.metadata.generation]).toEqual(["none", undefined, 1]);
});

it.each<[string, object, number | undefined]>([
  ["its labels", { metadata: { name: "a", labels: { a: "b" } } }, 2],
  ["its annotations", { metadata: { name: "a", annotations: { a: "b" } } }, undefined],
  ["labels that are none", { metadata: { name: "a", labels: {} } }, undefined],
  ["its content", { endpoints: [{ addresses: ["10.1.2.4"] }] }, 2],
  ["what is not taken", { endpoints: [{ addresses: ["10.1.2.3"], deprecatedTopology: { zone: "z" } }] }, 2],
])("of a slice counts a change of %s", (_, change, generation) => {
  const { prepareUpdate, prepareCreate } = strategyOf("endpointslices");
  const old = object({ endpoints: [{ addresses: ["10.1.2.3"] }] });
  prepareCreate?.(old, context);
  expect(old.metadata.generation).toBe(1);
  const next = { ...object({ endpoints: old["endpoints"] }), ...structuredClone(change) };
  prepareUpdate?.(next, old, context);
  expect(next.metadata.generation).toBe(generation);
});

it.each<[string, object, number]>([
  ["a field whose gate is off", { spec: { driver: "d", perDeviceNodeSelection: true } }, 2],
  ["its driver", { spec: { driver: "e" } }, 2],
  ["its labels", { metadata: { name: "a", labels: { a: "b" } } }, 1],
])("of a slice of devices counts a change of %s", (_, change, generation) => {
  const { prepareUpdate, prepareCreate } = strategyOf("resourceslices");
  const old = object({ spec: { driver: "d" } });
  prepareCreate?.(old, context);
  const next = { ...structuredClone(old), ...structuredClone(change) };
  next.metadata.generation = 1;
  prepareUpdate?.(next, old, context);
  expect(next).toMatchObject({ metadata: { generation } });
  expect(next["spec"]).not.toHaveProperty("perDeviceNodeSelection");
});

it("a legacy endpoints namespace stays in objects that have it", () => {
  const { prepareUpdate } = strategyOf("endpointslices");
  const old = object({ endpoints: [{ addresses: ["a"], deprecatedTopology: { zone: "z" } }] });
  const topologies = [{ zone: "z" }, { zone: "y" }];
  const next = object({
    endpoints: topologies.map((deprecatedTopology) => ({ addresses: ["b"], deprecatedTopology })),
  });
  prepareUpdate?.(next, old, context);
  expect(next["endpoints"]).toEqual([{ addresses: ["b"], deprecatedTopology: { zone: "z" } }, { addresses: ["b"] }]);
});

it("ignored fields are dropped, unless the object already has them", () => {
  const nodes = strategyOf("nodes");
  const node = object({ spec: { configSource: {} } });
  nodes.prepareCreate?.(node, context);
  expect(node["spec"]).toEqual({});
  const kept = object({ spec: { configSource: { a: 1 } } });
  nodes.prepareUpdate?.(kept, object({ spec: { configSource: {} } }), context);
  expect(kept["spec"]).toEqual({ configSource: { a: 1 } });
  const account = object({ secrets: [{ name: "s", kind: "Secret" }, { fieldPath: "x" }] });
  strategyOf("serviceaccounts").prepareCreate?.(account, context);
  expect(account["secrets"]).toEqual([{ name: "s" }, {}]);
  const claim = object({ spec: { volumeAttributesClassName: "gold" } });
  strategyOf("persistentvolumeclaims").prepareCreate?.(claim, context);
  expect(claim["spec"]).toEqual({});
});
