import type { NamespaceSource } from "@svc/admission";
import { kubernetesDialect as dialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import { podNodeSelector } from "./node-selector.ts";
import { podTolerationRestriction } from "./toleration-restriction.ts";

type Labels = Readonly<Record<string, string>>;

const annotated = (annotations: Labels): NamespaceSource => {
  const namespace = { metadata: { name: "default", annotations } };
  return { get: () => undefined, getFresh: (name) => (name === "gone" ? undefined : namespace) };
};

describe("PodNodeSelector", () => {
  const annotation = "scheduler.alpha.kubernetes.io/node-selector";
  const selectors = new Map([
    ["clusterDefaultNodeSelector", "env=dev"],
    ["limited", "env=prod,zone=a"],
  ]);
  const conflict = 'pods "a" is forbidden: pod node label selector conflicts with its namespace node label selector';
  const beyond = 'pods "a" is forbidden: pod node label selector labels conflict with its namespace whitelist';
  const long = "x".repeat(64);
  test.each<[namespace: string, of: Labels, given: Labels | undefined, want: string | Labels | undefined]>([
    ["default", {}, undefined, { env: "dev" }],
    ["default", {}, { env: "prod" }, conflict],
    ["default", { [annotation]: "team=x" }, { env: "prod" }, { env: "prod", team: "x" }],
    ["default", { [annotation]: "" }, undefined, undefined],
    ["default", { [annotation]: "a=1,b=2, c = 3" }, undefined, { a: "1", b: "2", c: "3" }],
    ["default", { [annotation]: "a b c" }, undefined, "invalid selector: [a b c]"],
    ["default", { [annotation]: "a=b=c" }, undefined, "invalid selector: [a b c]"],
    ["default", { [annotation]: "a=" }, undefined, { a: "" }],
    ["default", { [annotation]: "/a=b" }, undefined, '<nil>: Invalid value: "/a": prefix part must be non-empty'],
    [
      "default",
      { [annotation]: `a=${long}` },
      undefined,
      `[a]: Invalid value: "${long}": must be no more than 63 characters`,
    ],
    ["limited", { [annotation]: "env=prod" }, { zone: "a" }, { env: "prod", zone: "a" }],
    ["limited", { [annotation]: "env=prod" }, { zone: "b" }, beyond],
    ["limited", { [annotation]: "env=prod,x=y" }, undefined, beyond],
    ["gone", {}, undefined, 'namespaces "gone" not found'],
  ])("in %s %j, %j", async (namespace, of, nodeSelector, want) => {
    const request = requestFor("pods", { spec: { nodeSelector } }, { namespace });
    const verdict = await verdictOf(podNodeSelector({ dialect, namespaces: annotated(of), selectors }), request);
    if (typeof want === "string") expect(verdict).toBe(want);
    else expect([verdict, request.object]).toMatchObject(["admitted", { spec: { nodeSelector: want } }]);
  });
});

test("PodNodeSelector names no pod whose name is to be generated", async () => {
  const namespaces = annotated({ "scheduler.alpha.kubernetes.io/node-selector": "a=b" });
  const object = { metadata: { generateName: "p-" }, spec: { nodeSelector: { a: "c" } } };
  const verdict = await verdictOf(podNodeSelector({ dialect, namespaces }), requestFor("pods", object, { name: "" }));
  expect(verdict).toBe("pods is forbidden: pod node label selector conflicts with its namespace node label selector");
});

describe("PodTolerationRestriction", () => {
  const given = "scheduler.alpha.kubernetes.io/defaultTolerations";
  const allowed = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";
  const exists = (...keys: readonly string[]) => keys.map((key) => ({ key, operator: "Exists" }));
  const list = (...keys: readonly string[]): string => JSON.stringify(exists(...keys));
  const beyond = (whose: string): string =>
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${whose} whitelist`;
  const unreadable = "the namespace has an annotation that is no list of tolerations";
  const pressed = { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" };
  const busy = { containers: [{ resources: { requests: { cpu: "1" } } }] };
  test.each<[of: Labels, spec: object, want: string | readonly object[] | undefined]>([
    [{}, {}, exists("d")],
    [{}, { tolerations: [{ key: "w", value: "1" }] }, [{ key: "w", value: "1" }, ...exists("d")]],
    [{}, { tolerations: [{ key: "q" }] }, beyond("cluster")],
    [{}, { tolerations: [{ operator: "Exists" }] }, beyond("cluster")],
    [{}, busy, [...exists("d"), pressed]],
    [
      { [given]: list("n"), [allowed]: list("n", "ok") },
      { tolerations: [{ key: "ok" }] },
      [{ key: "ok" }, ...exists("n")],
    ],
    [{ [given]: list("n"), [allowed]: list("n") }, { tolerations: [{ key: "w" }] }, beyond("namespace")],
    [{ [given]: "[]", [allowed]: "[]" }, { tolerations: [{ key: "any" }] }, [{ key: "any" }]],
    [{ [given]: "", [allowed]: "null" }, {}, undefined],
    [{ [given]: "nope" }, {}, unreadable],
    [{ [allowed]: "{}" }, {}, unreadable],
    [{ [given]: "[1]" }, {}, unreadable],
  ])("%j %j", async (of, spec, want) => {
    const request = requestFor("pods", { spec: structuredClone(spec) });
    const options = { dialect, namespaces: annotated(of), defaults: exists("d") };
    const plugin = podTolerationRestriction({ ...options, allowed: [...exists("d", "w"), pressed] });
    const verdict = await verdictOf(plugin, request);
    if (typeof want === "string") expect(verdict).toContain(want);
    else {
      expect(verdict).toBe("admitted");
      expect((request.object as { spec?: { tolerations?: unknown } }).spec?.tolerations).toEqual(want);
    }
  });

  test("updates are checked against the list, and not changed", async () => {
    const plugin = podTolerationRestriction({
      dialect,
      namespaces: annotated({}),
      defaults: exists("d"),
      allowed: exists("d"),
    });
    const oldObject = { metadata: { name: "a" } };
    const request = requestFor("pods", { spec: {} }, { oldObject });
    expect(await verdictOf(plugin, request)).toBe("admitted");
    expect(request.object).toMatchObject({ spec: {} });
    expect(await verdictOf(plugin, requestFor("pods", { spec: { tolerations: [{ key: "q" }] } }, { oldObject }))).toBe(
      beyond("cluster"),
    );
  });
});
