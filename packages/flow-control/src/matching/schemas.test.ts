import { kubernetesDialect } from "@svc/meta";
import type { flowcontrolv1 } from "@svc/types";
import { describe, expect, test } from "vitest";
import {
  FlowControl,
  type FlowControlObjects,
  mandatoryObjects,
  type RequestToMatch,
  type UserToMatch,
} from "../index.ts";
import { defaultFlowSchemas, defaultPriorityLevels } from "../objects/default-objects.ts";

const clock = { monotonic: () => 0, after: () => ({ cancel: () => undefined }) };

const defaults = {
  levels: defaultPriorityLevels().map(({ name, spec }) => ({
    kind: "PriorityLevelConfiguration",
    metadata: { name },
    spec,
  })),
  schemas: defaultFlowSchemas(kubernetesDialect).map(({ name, spec }) => ({
    kind: "FlowSchema",
    metadata: { name },
    spec,
  })),
} as unknown as FlowControlObjects;

function placesOf(
  more: Partial<FlowControlObjects> = {},
): (request: RequestToMatch, user: UserToMatch) => string | undefined {
  const control = new FlowControl<string>({ clock, seats: 600, mandatory: mandatoryObjects(kubernetesDialect) });
  control.configure({
    schemas: [...defaults.schemas, ...(more.schemas ?? [])],
    levels: [...defaults.levels, ...(more.levels ?? [])],
  });
  return (request, user) => control.find(request, user)?.name;
}

const on = (verb: string, resource: string, more: Partial<RequestToMatch> = {}): RequestToMatch => ({
  verb,
  isResource: true,
  group: "",
  resource,
  subresource: "",
  namespace: "default",
  path: "",
  ...more,
});
const at = (path: string, verb = "get"): RequestToMatch => on(verb, "", { isResource: false, path, namespace: "" });
const user = (name: string, ...groups: string[]): UserToMatch => ({
  name,
  groups: [...groups, "system:authenticated"],
});
const account = (namespace: string, name: string): UserToMatch =>
  user(`system:serviceaccount:${namespace}:${name}`, "system:serviceaccounts", `system:serviceaccounts:${namespace}`);
const anonymous: UserToMatch = { name: "system:anonymous", groups: ["system:unauthenticated"] };
const lease = on("update", "leases", { group: "coordination.k8s.io" });
const manager = user("system:kube-controller-manager");
const node = user("system:node:n1", "system:nodes");

test.each<readonly [string, RequestToMatch, UserToMatch, string]>([
  ["an administrator", on("list", "pods"), user("admin", "system:masters"), "exempt"],
  ["a user", on("list", "pods"), user("jane"), "global-default"],
  ["anonymous", on("list", "pods"), anonymous, "global-default"],
  ["a probe", at("/healthz"), anonymous, "probes"],
  ["a single check", at("/readyz/ping"), user("jane"), "probes"],
  ["a POST of a probe", at("/healthz", "post"), user("jane"), "global-default"],
  ["a path that begins like a probe", at("/healthzy"), user("jane"), "global-default"],
  ["a node's lease", lease, node, "system-node-high"],
  ["a node's status", on("patch", "nodes", { subresource: "status", namespace: "" }), node, "system-node-high"],
  ["a node's pods", on("list", "pods", { namespace: "" }), node, "system-nodes"],
  ["a node's path", at("/version"), node, "system-nodes"],
  ["a lease of the controller manager", lease, manager, "system-leader-election"],
  ["endpoints of the controller manager", on("get", "endpoints"), manager, "endpoint-controller"],
  ["a lease that the controller manager deletes", { ...lease, verb: "delete" }, manager, "kube-controller-manager"],
  ["pods of the scheduler", on("list", "pods", { namespace: "" }), user("system:kube-scheduler"), "kube-scheduler"],
  ["a lease of a system account", lease, account("kube-system", "x"), "system-leader-election"],
  [
    "a config map of a system account",
    on("get", "configmaps"),
    account("kube-system", "x"),
    "workload-leader-election",
  ],
  ["a list of a system account", on("list", "configmaps"), account("kube-system", "x"), "kube-system-service-accounts"],
  ["an account", on("list", "configmaps"), account("default", "x"), "service-accounts"],
])("%s goes where the default schemas send it", (_, request, who, want) => {
  expect(placesOf()(request, who)).toBe(want);
});

const schema = (name: string, spec: Partial<flowcontrolv1.FlowSchemaSpec>): flowcontrolv1.FlowSchema => ({
  kind: "FlowSchema",
  metadata: { name },
  spec: { matchingPrecedence: 50, priorityLevelConfiguration: { name: "system" }, ...spec },
});
const jane: flowcontrolv1.Subject = { kind: "User", user: { name: "jane" } };
const all = { verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true };

test("users that are new objects in each request are told apart by name and groups", () => {
  const find = placesOf();
  const request = on("get", "configmaps");
  const found = Array.from({ length: 2 }, () =>
    [user("a", "system:masters"), user("a"), user('a","system:masters'), user("a\u0000system:masters")].map((of) =>
      find(request, of),
    ),
  );
  const want = ["exempt", "global-default", "global-default", "global-default"];
  expect(found).toEqual([want, want]);
});

describe("the first schema", () => {
  const rules = [{ subjects: [jane], resourceRules: [all] }];

  test.each<readonly [string, readonly flowcontrolv1.FlowSchema[], string]>([
    ["has the lowest precedence", [schema("a", { rules }), schema("b", { matchingPrecedence: 40, rules })], "b"],
    ["of equals has the first name", [schema("b", { rules }), schema("a", { rules })], "a"],
    [
      "has a level",
      [schema("a", { rules, priorityLevelConfiguration: { name: "none" } }), schema("b", { rules })],
      "b",
    ],
    [
      "without a precedence has 1000",
      [
        {
          kind: "FlowSchema",
          metadata: { name: "a" },
          spec: { priorityLevelConfiguration: { name: "system" }, rules },
        },
        schema("b", { matchingPrecedence: 999, rules }),
      ],
      "b",
    ],
  ])("%s", (_, schemas, want) => {
    expect(placesOf({ schemas })(on("get", "pods"), user("jane"))).toBe(want);
  });
});

describe("rules", () => {
  const resources = (rule: Partial<flowcontrolv1.ResourcePolicyRule>): flowcontrolv1.FlowSchema =>
    schema("own", { rules: [{ subjects: [jane], resourceRules: [{ ...all, ...rule }] }] });
  const paths = (...nonResourceURLs: string[]): flowcontrolv1.FlowSchema =>
    schema("own", { rules: [{ subjects: [jane], nonResourceRules: [{ verbs: ["get"], nonResourceURLs }] }] });
  const { clusterScope: _, ...namespaced } = all;
  const ofNamespaces = schema("own", {
    rules: [{ subjects: [jane], resourceRules: [{ ...namespaced, namespaces: ["one"] }] }],
  });

  test.each<readonly [string, flowcontrolv1.FlowSchema, RequestToMatch, boolean]>([
    ["another verb", resources({ verbs: ["list"] }), on("get", "pods"), false],
    ["another group", resources({ apiGroups: ["apps"] }), on("get", "pods"), false],
    [
      "a subresource by its name",
      resources({ resources: ["pods/log"] }),
      on("get", "pods", { subresource: "log" }),
      true,
    ],
    ["a resource by the name of a subresource", resources({ resources: ["pods/log"] }), on("get", "pods"), false],
    [
      "a subresource by the resource",
      resources({ resources: ["pods"] }),
      on("get", "pods", { subresource: "log" }),
      false,
    ],
    ["a subresource by *", resources({ resources: ["*"] }), on("get", "pods", { subresource: "log" }), true],
    ["the namespace", ofNamespaces, on("get", "pods", { namespace: "one" }), true],
    ["another namespace", ofNamespaces, on("get", "pods", { namespace: "two" }), false],
    ["cluster scope without clusterScope", ofNamespaces, on("get", "nodes", { namespace: "" }), false],
    ["a namespace itself", ofNamespaces, on("get", "namespaces", { namespace: "one" }), true],
    ["a path by a rule for resources", resources({}), at("/version"), false],
    ["the path", paths("/version"), at("/version"), true],
    ["what is below it", paths("/version"), at("/version/x"), true],
    ["what begins like it", paths("/version"), at("/versions"), false],
    ["a path below a star", paths("/metrics/*"), at("/metrics/a/b"), true],
    ["the path before the star", paths("/metrics/*"), at("/metrics"), false],
    ["every path", paths("*"), at("/metrics"), true],
    ["another verb of the path", paths("/version"), at("/version", "post"), false],
  ])("%s", (__, own, request, want) => {
    expect(placesOf({ schemas: [own] })(request, user("jane")) === "own").toBe(want);
  });

  test.each<readonly [string, flowcontrolv1.Subject, UserToMatch, boolean]>([
    ["a user", jane, user("jane"), true],
    ["a group", { kind: "Group", group: { name: "g" } }, user("x", "g"), true],
    ["a user with the name of the group", { kind: "Group", group: { name: "g" } }, user("g"), false],
    ["every user", { kind: "User", user: { name: "*" } }, anonymous, true],
    ["every group", { kind: "Group", group: { name: "*" } }, user("x"), true],
    ["an account", { kind: "ServiceAccount", serviceAccount: { namespace: "n", name: "a" } }, account("n", "a"), true],
    [
      "another account",
      { kind: "ServiceAccount", serviceAccount: { namespace: "n", name: "a" } },
      account("n", "b"),
      false,
    ],
    [
      "every account of a namespace",
      { kind: "ServiceAccount", serviceAccount: { namespace: "n", name: "*" } },
      account("n", "b"),
      true,
    ],
    [
      "an account of a namespace that begins alike",
      { kind: "ServiceAccount", serviceAccount: { namespace: "n", name: "*" } },
      account("nn", "b"),
      false,
    ],
    ["a subject without content", { kind: "User" }, user(""), false],
  ])("match %s or not", (__, subject, who, want) => {
    const own = schema("own", { matchingPrecedence: 1, rules: [{ subjects: [subject], resourceRules: [all] }] });
    expect(placesOf({ schemas: [own] })(on("get", "pods"), who) === "own").toBe(want);
  });
});

test("the mandatory objects are used where they are not stored", () => {
  const control = new FlowControl<string>({ clock, seats: 600, mandatory: mandatoryObjects(kubernetesDialect) });
  expect(control.find(on("get", "pods"), user("x"))?.name).toBe("catch-all");
  expect(control.find(on("get", "pods"), user("x", "system:masters"))?.name).toBe("exempt");
});
