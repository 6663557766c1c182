import { kubernetesDialect } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import { expect, it } from "vitest";
import { persistentVolumeClaim } from "./persistent-volume-claim.ts";

const strategy = persistentVolumeClaim(kubernetesDialect);
const context = (gates: readonly string[]): WriteContext => ({
  now: "2026-01-02T03:04:05Z",
  nowMs: Date.parse("2026-01-02T03:04:05Z"),
  gates: { enabled: (gate) => gates.includes(gate) },
  group: "",
  version: "v1",
  namespace: "ns",
  warn: () => undefined,
});
const claim = { kind: "PersistentVolumeClaim", name: "a" };
const other = { kind: "Disk", name: "a", apiGroup: "example.com" };
const elsewhere = { ...other, namespace: "x" };
const gate = "CrossNamespaceVolumeDataSource";

it.each<[string, object, object | undefined, readonly string[], object]>([
  ["the older field", { dataSource: claim }, undefined, [], { dataSource: claim, dataSourceRef: claim }],
  ["the newer field", { dataSourceRef: other }, undefined, [], { dataSource: other, dataSourceRef: other }],
  ["a kind that the older one does not know", { dataSource: other }, undefined, [], {}],
  [
    "the same, where it is already",
    { dataSource: other },
    { dataSource: other },
    [],
    { dataSource: other, dataSourceRef: other },
  ],
  [
    "both, of which the older one knows no such kind",
    { dataSource: other, dataSourceRef: claim },
    undefined,
    [],
    { dataSource: other, dataSourceRef: claim },
  ],
  ["another namespace", { dataSourceRef: elsewhere }, undefined, [], {}],
  ["another namespace, by a gate", { dataSourceRef: elsewhere }, undefined, [gate], { dataSourceRef: elsewhere }],
])("both fields of a claim have the same source: %s", (_name, spec, old, gates, want) => {
  const next = { metadata: {}, spec: structuredClone(spec) };
  if (old === undefined) strategy.prepareCreate?.(next as never, context(gates));
  else strategy.prepareUpdate?.(next as never, { metadata: {}, spec: old } as never, context(gates));
  expect(next.spec).toEqual(want);
});
