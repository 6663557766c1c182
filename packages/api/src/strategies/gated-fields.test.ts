import type { ApiObject } from "@svc/meta";
import { expect, it } from "vitest";
import { dropGated } from "./gated-fields.ts";

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly object: object;
  readonly old?: object;
  readonly gates?: readonly string[];
  readonly left: object;
}

const claims = { spec: { resourceClaims: [{ name: "a" }], containers: [{ resources: { claims: [{ name: "a" }] } }] } };
const imageVolume = {
  spec: {
    volumes: [{ name: "a", image: { reference: "x" } }, { name: "b" }],
    containers: [{ volumeMounts: [{ name: "a" }, { name: "b" }] }, { volumeMounts: [{ name: "a" }] }],
  },
};

it.each<Case>([
  {
    name: "goes from every container",
    kind: "/Pod",
    object: claims,
    left: { spec: { containers: [{ resources: {} }] } },
  },
  {
    name: "stays where the gate is on",
    kind: "/Pod",
    object: claims,
    gates: ["DynamicResourceAllocation"],
    left: claims,
  },
  { name: "stays where the old object has it", kind: "/Pod", object: claims, old: claims, left: claims },
  {
    name: "goes from templates of templates",
    kind: "batch/CronJob",
    object: { spec: { jobTemplate: { spec: { template: { spec: { resources: {} } } } } } },
    left: { spec: { jobTemplate: { spec: { template: { spec: {} } } } } },
  },
  {
    name: "goes from what asks for devices",
    kind: "resource.k8s.io/ResourceClaim",
    object: {
      spec: {
        devices: { requests: [{ exactly: { count: 1, adminAccess: true } }, { name: "f", firstAvailable: [{}] }] },
      },
    },
    left: { spec: { devices: { requests: [{ exactly: { count: 1 } }, { name: "f" }] } } },
  },
  {
    name: "goes from devices",
    kind: "resource.k8s.io/ResourceSlice",
    object: {
      spec: { sharedCounters: [{}], devices: [{ name: "d", allNodes: true, consumesCounters: [{}], taints: [{}] }] },
    },
    gates: ["DRADeviceTaints"],
    left: { spec: { devices: [{ name: "d", taints: [{}] }] } },
  },
  {
    name: "leaves no lifecycle that says nothing",
    kind: "/Pod",
    object: {
      spec: { containers: [{ lifecycle: { stopSignal: "SIGHUP" } }, { lifecycle: { preStop: {}, stopSignal: "x" } }] },
    },
    left: { spec: { containers: [{}, { lifecycle: { preStop: {} } }] } },
  },
  {
    name: "takes volumes that are images away as a whole, and from containers",
    kind: "/Pod",
    object: imageVolume,
    left: { spec: { volumes: [{ name: "b" }], containers: [{ volumeMounts: [{ name: "b" }] }, {}] } },
  },
  {
    name: "leaves volumes that are images to the gate",
    kind: "/Pod",
    object: imageVolume,
    gates: ["ImageVolume"],
    left: imageVolume,
  },
  {
    name: "goes from a status",
    kind: "/Pod",
    object: { status: { observedGeneration: 1, conditions: [{ type: "a", observedGeneration: 1 }] } },
    left: { status: { conditions: [{ type: "a" }] } },
  },
])("$name", ({ kind, object, old, gates = [], left }) => {
  const [group = "", name = ""] = kind.split("/");
  const given = structuredClone(object) as ApiObject;
  dropGated(group, name)?.(given, old as ApiObject | undefined, { enabled: (gate) => gates.includes(gate) });
  expect(given).toEqual(left);
});

it("is undefined for kinds without such fields", () => {
  expect(dropGated("", "ConfigMap")).toBeUndefined();
});
