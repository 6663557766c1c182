import type { AdmissionPlugin, AdmissionRequest } from "@svc/admission";
import { type ApiObject, kubernetesDialect as dialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import { alwaysPullImages } from "./always-pull-images.ts";
import { limitPodHardAntiAffinityTopology } from "./anti-affinity-topology.ts";
import { defaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { extendedResourceToleration } from "./extended-resource-toleration.ts";

async function after(plugin: AdmissionPlugin, spec: object, more: Partial<AdmissionRequest> = {}): Promise<unknown> {
  const request = requestFor("pods", { spec: structuredClone(spec) }, more);
  expect(await verdictOf(plugin, request)).toBe("admitted");
  return (request.object as { spec?: unknown }).spec;
}

describe("DefaultTolerationSeconds", () => {
  const notReady = { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" };
  const unreachable = { ...notReady, key: "node.kubernetes.io/unreachable" };
  const both = [
    { ...notReady, tolerationSeconds: 300 },
    { ...unreachable, tolerationSeconds: 9 },
  ];
  const plugin = defaultTolerationSeconds({ dialect, unreachableSeconds: 9 });
  test.each<[tolerations: readonly object[] | null, want: readonly object[]]>([
    [null, both],
    [[notReady], [notReady, ...both.slice(1)]],
    [[{ ...notReady, effect: "NoSchedule" }], [{ ...notReady, effect: "NoSchedule" }, ...both]],
    [[{ operator: "Exists" }], [{ operator: "Exists" }]],
    [[{ operator: "Exists", effect: "NoSchedule" }], [{ operator: "Exists", effect: "NoSchedule" }, ...both]],
    [
      [{ key: unreachable.key, value: "x", effect: "NoExecute" }],
      [{ key: unreachable.key, value: "x", effect: "NoExecute" }, ...both.slice(0, 1)],
    ],
  ])("%j", async (tolerations, want) => {
    expect(await after(plugin, { tolerations })).toEqual({ tolerations: want });
  });
});

test("ExtendedResourceToleration", async () => {
  const requests = (...names: readonly string[]) => ({
    resources: { requests: Object.fromEntries(names.map((name) => [name, "1"])) },
  });
  const spec = {
    containers: [requests("example.com/b", "cpu", "hugepages-2Mi"), requests("kubernetes.io/x", "example.com/b")],
    initContainers: [requests("example.com/a")],
  };
  const tolerations = ["example.com/a", "example.com/b"].map((key) => ({
    key,
    operator: "Exists",
    effect: "NoSchedule",
  }));
  expect(await after(extendedResourceToleration({ dialect }), spec)).toEqual({ ...spec, tolerations });
  expect(await after(extendedResourceToleration({ dialect }), { containers: [] })).toEqual({ containers: [] });
});

describe("LimitPodHardAntiAffinityTopology", () => {
  const spread = (topologyKey: string) => ({
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey }] } },
  });
  test.each([
    [spread("kubernetes.io/hostname"), "admitted"],
    [
      spread("zone"),
      'pods "a" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    ],
    [{}, "admitted"],
  ])("%j", async (spec, want) => {
    expect(await verdictOf(limitPodHardAntiAffinityTopology({ dialect }), requestFor("pods", { spec }))).toBe(want);
  });
});

describe("AlwaysPullImages", () => {
  const pod = {
    containers: [{ name: "a", image: "x", imagePullPolicy: "Never" }],
    initContainers: [{ name: "i", image: "y" }],
    volumes: [
      { name: "v", image: { reference: "r", pullPolicy: "Never" } },
      { name: "e", emptyDir: {} },
    ],
  };
  test("new pods", async () => {
    expect(await after(alwaysPullImages(), pod)).toEqual({
      containers: [{ name: "a", image: "x", imagePullPolicy: "Always" }],
      initContainers: [{ name: "i", image: "y", imagePullPolicy: "Always" }],
      volumes: [
        { name: "v", image: { reference: "r", pullPolicy: "Always" } },
        { name: "e", emptyDir: {} },
      ],
    });
  });
  test("pods that keep their images", async () => {
    const oldObject = { metadata: { name: "a" }, spec: pod } as unknown as ApiObject;
    expect(await after(alwaysPullImages(), pod, { oldObject })).toEqual(pod);
  });
  test("changes of later steps", async () => {
    const { validate } = alwaysPullImages();
    expect(
      await verdictOf(
        { name: "later", operations: ["CREATE"], ...(validate && { validate }) },
        requestFor("pods", { spec: pod }),
      ),
    ).toBe(
      'pods "a" is forbidden: [spec.initContainers[0].imagePullPolicy: Unsupported value: "": supported values: "Always", spec.containers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always", spec.volumes[0].image.pullPolicy: Unsupported value: "Never": supported values: "Always"]',
    );
  });
});
