import { type ApiObject, kubernetesDialect, notFound } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import type { Quota, ScopeRequirement } from "./quota.ts";
import { type ResourceQuotaOptions, resourceQuota } from "./resource-quota.ts";

type List = Readonly<Record<string, string>>;

function quota(name: string, hard: List, used: List = {}, spec: Quota["spec"] = {}): Quota {
  const zero = Object.fromEntries(Object.keys(hard).map((key) => [key, "0"]));
  return { metadata: { name, namespace: "default" }, spec, status: { hard, used: { ...zero, ...used } } };
}

/** Quotas in memory, written as a store writes them: others may come first. */
function world(...initial: Quota[]) {
  const stored = new Map(initial.map((q) => [q.metadata.name ?? "", q]));
  let writes = 0;
  const options: ResourceQuotaOptions = {
    dialect: kubernetesDialect,
    quotas: () => [...stored.values()],
    change: async ({ metadata: { name = "" } }, next) => {
      for (;;) {
        const live = stored.get(name);
        if (live === undefined) throw notFound({ group: "", resource: "resourcequotas", name });
        const changed = next(live) as Quota;
        await Promise.resolve();
        if (stored.get(name) !== live) continue;
        writes++;
        stored.set(name, changed);
        return;
      }
    },
  };
  return {
    plugin: resourceQuota(options),
    another: resourceQuota(options),
    stored,
    used: (name: string) => stored.get(name)?.status?.used,
    writes: () => writes,
  };
}

const pod = (requests?: List, limits?: List, more: object = {}): object => ({
  spec: {
    containers: [{ name: "c", resources: { ...(requests && { requests }), ...(limits && { limits }) } }],
    ...more,
  },
});
const service = (type: string, ports: readonly object[], more: object = {}): object => ({
  spec: { type, ports, ...more },
});
const claim = (storage: string, storageClassName?: string): object => ({
  spec: { ...(storageClassName && { storageClassName }), resources: { requests: { storage } } },
});

describe("usage", () => {
  test.each<[resource: string, object: object, hard: readonly string[], used: List]>([
    ["configmaps", {}, ["configmaps", "count/configmaps", "secrets"], { configmaps: "1", "count/configmaps": "1" }],
    ["deployments.apps", {}, ["count/deployments.apps"], { "count/deployments.apps": "1" }],
    ["events", {}, ["count/events"], {}],
    ["pods", pod(), ["pods", "count/pods"], { pods: "1", "count/pods": "1" }],
    [
      "pods",
      pod({ cpu: "1" }, { cpu: "2" }),
      ["cpu", "requests.cpu", "limits.cpu"],
      { cpu: "1", "requests.cpu": "1", "limits.cpu": "2" },
    ],
    ["pods", pod({ "example.com/gpu": "2" }), ["requests.example.com/gpu"], { "requests.example.com/gpu": "2" }],
    ["pods", pod({ "hugepages-2Mi": "4Mi" }), ["hugepages-2Mi"], { "hugepages-2Mi": "4Mi" }],
    ["pods", pod({ cpu: "1" }, undefined, { overhead: { cpu: "100m" } }), ["cpu"], { cpu: "1100m" }],
    [
      "pods",
      pod({ cpu: "1" }, undefined, {
        initContainers: [
          { name: "s", restartPolicy: "Always", resources: { requests: { cpu: "1" } } },
          { name: "i", resources: { requests: { cpu: "3" } } },
        ],
      }),
      ["cpu"],
      { cpu: "4" },
    ],
    [
      "services",
      service("LoadBalancer", [{}, {}]),
      ["services.loadbalancers", "services.nodeports"],
      { "services.loadbalancers": "1", "services.nodeports": "2" },
    ],
    [
      "services",
      service("LoadBalancer", [{}, { nodePort: 30001 }], { allocateLoadBalancerNodePorts: false }),
      ["services.nodeports"],
      { "services.nodeports": "1" },
    ],
    ["services", service("ClusterIP", [{}]), ["services", "services.nodeports"], { services: "1" }],
    [
      "persistentvolumeclaims",
      claim("1536Mi", "gold"),
      [
        "requests.storage",
        "gold.storageclass.storage.k8s.io/requests.storage",
        "tin.storageclass.storage.k8s.io/persistentvolumeclaims",
      ],
      { "requests.storage": "1536Mi", "gold.storageclass.storage.k8s.io/requests.storage": "1536Mi" },
    ],
  ])("%s %j of %j", async (resource, object, hard, used) => {
    const { plugin, used: found } = world(quota("q", Object.fromEntries(hard.map((name) => [name, "100Gi"]))));
    expect(await verdictOf(plugin, requestFor(resource, object))).toBe("admitted");
    expect(found("q")).toEqual({ ...Object.fromEntries(hard.map((name) => [name, "0"])), ...used });
  });
});

describe("refusals", () => {
  test.each<[Quota, resource: string, object: object, message: string]>([
    [
      quota("q", { configmaps: "2" }, { configmaps: "2" }),
      "configmaps",
      {},
      'configmaps "a" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
    ],
    [
      quota("q", { cpu: "1", "limits.cpu": "2", memory: "9" }),
      "pods",
      pod({ cpu: "3", memory: "1" }, { cpu: "3" }),
      'pods "a" is forbidden: exceeded quota: q, requested: cpu=3,limits.cpu=3, used: cpu=0,limits.cpu=0, limited: cpu=1,limits.cpu=2',
    ],
    [
      quota("q", { cpu: "1", "limits.memory": "2" }),
      "pods",
      {
        spec: {
          containers: [{ name: "b" }, { name: "a", resources: { limits: { memory: "1" } } }],
          initContainers: [{ name: "i" }],
        },
      },
      'pods "a" is forbidden: failed quota: q: must specify cpu for: a,b,i; limits.memory for: b,i',
    ],
    [
      { metadata: { name: "q" }, status: { hard: { pods: "1", cpu: "1" }, used: { pods: "0" } } },
      "pods",
      pod({ cpu: "1" }),
      'pods "a" is forbidden: status unknown for quota: q, resources: cpu,pods',
    ],
    [
      quota("q", { pods: "1" }, { pods: "7" }),
      "pods",
      pod(),
      'pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=7, limited: pods=1',
    ],
  ])("%j: %s %j", async (held, resource, object, message) => {
    const { plugin, writes } = world(held);
    expect(await verdictOf(plugin, requestFor(resource, object))).toBe(message);
    expect(writes()).toBe(0);
  });

  test.each<[string, object]>([
    ["a quota without a count yet", { metadata: { name: "q" }, spec: { hard: { configmaps: "0" } } }],
    [
      "a quota whose status is no object of quantities",
      { metadata: { name: "q" }, status: { hard: { configmaps: "many" }, used: { configmaps: "0" } } },
    ],
  ])("not by %s", async (_, held) => {
    const { plugin } = world(held as Quota);
    expect(await verdictOf(plugin, requestFor("configmaps", {}))).not.toContain("exceeded");
  });
});

describe("scopes", () => {
  const expression = (operator: string, ...values: string[]): readonly ScopeRequirement[] => [
    { scopeName: "PriorityClass", operator, values },
  ];
  const looking = {
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaceSelector: {} }] } },
  };
  test.each<[scope: string | readonly ScopeRequirement[], object: object, counted: boolean]>([
    ["Terminating", pod(undefined, undefined, { activeDeadlineSeconds: 5 }), true],
    ["Terminating", pod(), false],
    ["NotTerminating", pod(), true],
    ["BestEffort", pod({ cpu: "0" }), true],
    ["BestEffort", pod({ memory: "1" }), false],
    ["NotBestEffort", pod(undefined, { memory: "1" }), true],
    ["CrossNamespacePodAffinity", pod(), false],
    ["CrossNamespacePodAffinity", pod(undefined, undefined, looking), true],
    ["PriorityClass", pod(undefined, undefined, { priorityClassName: "high" }), true],
    ["Unheard", pod(), false],
    [expression("In", "high"), pod(undefined, undefined, { priorityClassName: "high" }), true],
    [expression("In", "high"), pod(), false],
    [expression("NotIn", "high"), pod(), true],
    [expression("DoesNotExist"), pod(), true],
    [expression("Unheard"), pod(), false],
  ])("%j and %j: %s", async (scope, object, counted) => {
    const spec = typeof scope === "string" ? { scopes: [scope] } : { scopeSelector: { matchExpressions: scope } };
    const { plugin, used } = world(quota("q", { pods: "5" }, {}, spec));
    expect(await verdictOf(plugin, requestFor("pods", object))).toBe("admitted");
    expect(used("q")).toEqual({ pods: counted ? "1" : "0" });
  });

  test("a pod that moves into another scope is counted there", async () => {
    const { plugin, used } = world(
      quota("all", { pods: "1" }, { pods: "1" }),
      quota("t", { pods: "1" }, {}, { scopes: ["Terminating"] }),
    );
    const oldObject = { metadata: { name: "a" }, ...pod() };
    expect(
      await verdictOf(
        plugin,
        requestFor("pods", pod(undefined, undefined, { activeDeadlineSeconds: 5 }), { oldObject }),
      ),
    ).toBe("admitted");
    expect([used("all"), used("t")]).toEqual([{ pods: "1" }, { pods: "1" }]);
  });
});

describe("updates", () => {
  const update = (resource: string, before: object, after: object, subresource = "") =>
    requestFor(resource, after, { oldObject: { metadata: { name: "a" }, ...before } as ApiObject, subresource });
  test.each<[string, ReturnType<typeof update>, hard: string, used: string]>([
    [
      "what shrinks stays counted",
      update("services", service("NodePort", [{}]), service("ClusterIP", [{}])),
      "services.nodeports",
      "1",
    ],
    [
      "what grows is counted",
      update("services", service("ClusterIP", [{}]), service("NodePort", [{}])),
      "services.nodeports",
      "2",
    ],
    ["claims may grow", update("persistentvolumeclaims", claim("1"), claim("3")), "requests.storage", "3"],
    ["pods may grow", update("pods", pod({ cpu: "1" }), pod({ cpu: "3" }), "resize"), "cpu", "3"],
    ["labels of a pod are not counted", update("pods", pod(), pod()), "cpu", "1"],
    ["others are counted once", update("configmaps", {}, {}), "configmaps", "1"],
  ])("%s", async (_, request, hard, used) => {
    const { plugin, used: found } = world(quota("q", { [hard]: "9" }, { [hard]: "1" }));
    expect(await verdictOf(plugin, request)).toBe("admitted");
    expect(found("q")).toEqual({ [hard]: used });
  });
});

test("a dry run is checked but not charged", async () => {
  const { plugin, used } = world(quota("q", { configmaps: "1" }));
  expect(await verdictOf(plugin, requestFor("configmaps", {}, { dryRun: true }))).toBe("admitted");
  expect(used("q")).toEqual({ configmaps: "0" });
});

test("without quotas a request does not wait", () => {
  const { plugin } = world();
  expect(plugin.validate?.(requestFor("configmaps", {}))).toBeUndefined();
});

test("concurrent writes through several servers never exceed the limit", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 40 }), async (room, asking) => {
      const a = world(quota("q", { configmaps: String(room) }), quota("r", { "count/configmaps": "100" }));
      const verdicts = await Promise.all(
        Array.from({ length: asking }, (_, i) =>
          verdictOf(i % 2 === 0 ? a.plugin : a.another, requestFor("configmaps", {})),
        ),
      );
      const admitted = verdicts.filter((verdict) => verdict === "admitted").length;
      expect(admitted).toBe(Math.min(room, asking));
      expect(a.used("q")).toEqual({ configmaps: String(admitted) });
      expect(a.used("r")).toEqual({ "count/configmaps": String(admitted) });
    }),
    { numRuns: 50 },
  );
});

test("a request that is refused later releases the usage in other quotas", async () => {
  const { plugin, stored, used } = world(quota("a", { configmaps: "9" }), quota("b", { configmaps: "1" }));
  const admitted = verdictOf(plugin, requestFor("configmaps", {}));
  // Another server is faster.
  stored.set("b", quota("b", { configmaps: "1" }, { configmaps: "1" }));
  expect(await admitted).toContain("exceeded quota: b");
  expect(used("a")).toEqual({ configmaps: "0" });
});

test("a quota that was deleted in the meantime does not limit", async () => {
  const { plugin, stored } = world(quota("q", { configmaps: "1" }));
  const admitted = verdictOf(plugin, requestFor("configmaps", {}));
  stored.delete("q");
  expect(await admitted).toBe("admitted");
});

describe("limited resources, which only a quota allows", () => {
  const gold = "gold.storageclass.storage.k8s.io/requests.storage";
  const urgent: ScopeRequirement = { scopeName: "PriorityClass", operator: "In", values: ["urgent", "high"] };
  const limited: ResourceQuotaOptions["limited"] = [
    {
      group: "",
      resource: "persistentvolumeclaims",
      matchContains: [".storageclass.storage.k8s.io/"],
      matchScopes: [],
    },
    { group: "", resource: "pods", matchContains: [], matchScopes: [urgent] },
  ];
  const unmet = "insufficient quota to match these scopes: [{PriorityClass In [urgent high]}]";
  const free = `persistentvolumeclaims "a" is forbidden: insufficient quota to consume: gold.storageclass.storage.k8s.io/persistentvolumeclaims,${gold}`;
  const urgentPod = pod(undefined, undefined, { priorityClassName: "urgent" });
  test.each<[resource: string, object: object, quotas: readonly Quota[], want: string]>([
    ["configmaps", {}, [], "admitted"],
    ["persistentvolumeclaims", claim("1"), [], "admitted"],
    ["persistentvolumeclaims", claim("1", "gold"), [], free],
    ["persistentvolumeclaims", claim("1", "gold"), [quota("q", { "requests.storage": "9" })], free],
    [
      "persistentvolumeclaims",
      claim("1", "gold"),
      [quota("q", { [gold]: "9", "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "9" })],
      "admitted",
    ],
    ["pods", pod(), [], "admitted"],
    ["pods", urgentPod, [], unmet],
    ["pods", urgentPod, [quota("q", { pods: "9" })], unmet],
    [
      "pods",
      urgentPod,
      [quota("q", { "requests.cpu": "9" })],
      'pods "a" is forbidden: failed quota: q: must specify requests.cpu for: c',
    ],
    ["pods", urgentPod, [quota("q", { pods: "9" }, {}, { scopeSelector: { matchExpressions: [urgent] } })], "admitted"],
  ])("%s %j with %j", async (resource, object, quotas, want) => {
    const options: ResourceQuotaOptions = {
      dialect: kubernetesDialect,
      quotas: () => quotas,
      change: async () => undefined,
      limited,
    };
    expect(await verdictOf(resourceQuota(options), requestFor(resource, object))).toBe(want);
  });

  test("an update that does not increase the usage is allowed", async () => {
    const plugin = resourceQuota({
      dialect: kubernetesDialect,
      quotas: () => [],
      change: async () => undefined,
      limited,
    });
    const oldObject = { metadata: { name: "a" }, ...claim("1", "gold") } as ApiObject;
    expect(await verdictOf(plugin, requestFor("persistentvolumeclaims", claim("1", "gold"), { oldObject }))).toBe(
      "admitted",
    );
  });
});
