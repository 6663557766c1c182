import { describe, expect, test } from "vitest";
import type { Attributes } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import { attributesWith, pathAttributes, userOf } from "../testing/attributes.ts";
import type { Subject } from "./binding.ts";
import { createRbac, type Rbac } from "./rbac.ts";
import { policyRulesFrom } from "./rule-matching.ts";

const group = "rbac.authorization.svc.io";

/** Alice has one rule everywhere. */
function rbacWith(rule: PolicyRule, subject: Subject = { kind: "User", name: "alice" }): Rbac {
  const rbac = createRbac(group);
  rbac.setRole("", "r", [rule]);
  rbac.setBinding("", "b", {
    namespace: "",
    name: "b",
    roleRef: { kind: "ClusterRole", name: "r" },
    subjects: [subject],
  });
  return rbac;
}

const pods: PolicyRule = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

describe("a rule allows", () => {
  const cases: readonly { name: string; rule: PolicyRule; ask: Attributes; want: boolean }[] = [
    { name: "what it says", rule: pods, ask: attributesWith(), want: true },
    { name: "no other verb", rule: pods, ask: attributesWith({ verb: "list" }), want: false },
    { name: "no verb in another case", rule: pods, ask: attributesWith({ verb: "GET" }), want: false },
    { name: "no other group", rule: pods, ask: attributesWith({ group: "apps" }), want: false },
    { name: "no other resource", rule: pods, ask: attributesWith({ resource: "secrets" }), want: false },
    { name: "no subresource", rule: pods, ask: attributesWith({ subresource: "log" }), want: false },
    { name: "no path", rule: pods, ask: pathAttributes("/pods"), want: false },
    { name: "any verb", rule: { ...pods, verbs: ["*"] }, ask: attributesWith({ verb: "frobnicate" }), want: true },
    { name: "any group", rule: { ...pods, apiGroups: ["*"] }, ask: attributesWith({ group: "x.y" }), want: true },
    {
      name: "any resource",
      rule: { ...pods, resources: ["*"] },
      ask: attributesWith({ resource: "secrets" }),
      want: true,
    },
    {
      name: "subresources of any",
      rule: { ...pods, resources: ["*"] },
      ask: attributesWith({ subresource: "log" }),
      want: true,
    },
    {
      name: "a subresource",
      rule: { ...pods, resources: ["pods/log"] },
      ask: attributesWith({ subresource: "log" }),
      want: true,
    },
    { name: "not its parent", rule: { ...pods, resources: ["pods/log"] }, ask: attributesWith(), want: false },
    {
      name: "a subresource of all",
      rule: { ...pods, resources: ["*/scale"] },
      ask: attributesWith({ resource: "foos", subresource: "scale" }),
      want: true,
    },
    {
      name: "not all subresources of one",
      rule: { ...pods, resources: ["pods/*"] },
      ask: attributesWith({ subresource: "log" }),
      want: false,
    },
    { name: "a name", rule: { ...pods, resourceNames: ["p1"] }, ask: attributesWith(), want: true },
    {
      name: "no other name",
      rule: { ...pods, resourceNames: ["p1"] },
      ask: attributesWith({ name: "p2" }),
      want: false,
    },
    { name: "no collection", rule: { ...pods, resourceNames: ["p1"] }, ask: attributesWith({ name: "" }), want: false },
    { name: "no name by wildcard", rule: { ...pods, resourceNames: ["*"] }, ask: attributesWith(), want: false },
    { name: "nothing without groups", rule: { verbs: ["*"], resources: ["*"] }, ask: attributesWith(), want: false },
    { name: "nothing without resources", rule: { verbs: ["*"], apiGroups: ["*"] }, ask: attributesWith(), want: false },
    { name: "nothing without verbs", rule: { ...pods, verbs: [] }, ask: attributesWith(), want: false },
    {
      name: "a path",
      rule: { verbs: ["get"], nonResourceURLs: ["/healthz"] },
      ask: pathAttributes("/healthz"),
      want: true,
    },
    {
      name: "no longer path",
      rule: { verbs: ["get"], nonResourceURLs: ["/healthz"] },
      ask: pathAttributes("/healthz/etcd"),
      want: false,
    },
    {
      name: "a path by its beginning",
      rule: { verbs: ["get"], nonResourceURLs: ["/healthz/*"] },
      ask: pathAttributes("/healthz/etcd"),
      want: true,
    },
    {
      name: "not the beginning itself",
      rule: { verbs: ["get"], nonResourceURLs: ["/healthz/*"] },
      ask: pathAttributes("/healthz"),
      want: false,
    },
    { name: "any path", rule: { verbs: ["get"], nonResourceURLs: ["*"] }, ask: pathAttributes("/x"), want: true },
    {
      name: "paths, no resources",
      rule: { verbs: ["*"], nonResourceURLs: ["*"] },
      ask: attributesWith({ path: "/api/v1/namespaces/default/pods/p1" }),
      want: false,
    },
    {
      name: "no wildcard inside a path",
      rule: { verbs: ["get"], nonResourceURLs: ["/a/*/c"] },
      ask: pathAttributes("/a/b/c"),
      want: false,
    },
  ];
  test.each(cases)("$name", ({ rule, ask, want }) => {
    const verdict = rbacWith(rule).authorize(ask).verdict;
    expect(verdict).toBe(want ? "allow" : "noOpinion");
  });
});

describe("a binding names", () => {
  const account = userOf("system:serviceaccount:ns:bot", "system:serviceaccounts", "system:serviceaccounts:ns");
  const cases: readonly { name: string; subject: Subject; user: Attributes["user"]; want: boolean }[] = [
    { name: "a user", subject: { kind: "User", name: "alice" }, user: userOf("alice"), want: true },
    {
      name: "not a group of that name",
      subject: { kind: "User", name: "alice" },
      user: userOf("x", "alice"),
      want: false,
    },
    { name: "a group", subject: { kind: "Group", name: "dev" }, user: userOf("x", "dev"), want: true },
    { name: "not a user of that name", subject: { kind: "Group", name: "dev" }, user: userOf("dev"), want: false },
    {
      name: "an account",
      subject: { kind: "ServiceAccount", namespace: "ns", name: "bot" },
      user: account,
      want: true,
    },
    { name: "an account as a user", subject: { kind: "User", name: account.name }, user: account, want: true },
    {
      name: "no account of another namespace",
      subject: { kind: "ServiceAccount", namespace: "other", name: "bot" },
      user: account,
      want: false,
    },
    {
      name: "no account without a namespace",
      subject: { kind: "ServiceAccount", name: "bot" },
      user: userOf("system:serviceaccount::bot"),
      want: false,
    },
    {
      name: "no user by an unknown kind of subject",
      subject: { kind: "user", name: "alice" },
      user: userOf("alice"),
      want: false,
    },
  ];
  test.each(cases)("$name", ({ subject, user, want }) => {
    const verdict = rbacWith(pods, subject).authorize(attributesWith({ user })).verdict;
    expect(verdict).toBe(want ? "allow" : "noOpinion");
  });

  test("accounts of its own namespace by default", () => {
    const rbac = createRbac(group);
    rbac.setRole("", "r", [pods]);
    const subjects = [{ kind: "ServiceAccount", name: "bot" }];
    rbac.setBinding("ns", "b", { namespace: "ns", name: "b", roleRef: { kind: "ClusterRole", name: "r" }, subjects });
    expect(rbac.authorize(attributesWith({ user: account, namespace: "ns" }))).toEqual({
      verdict: "allow",
      reason: 'RBAC: allowed by RoleBinding "b/ns" of ClusterRole "r" to ServiceAccount "bot/ns"',
    });
    expect(rbac.authorize(attributesWith({ user: account, namespace: "default" })).verdict).toBe("noOpinion");
  });
});

describe("scopes", () => {
  test("a role binding does not apply in other namespaces, to cluster-scoped resources, or to paths", () => {
    const rbac = createRbac(group);
    rbac.setRole("default", "r", [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], nonResourceURLs: ["*"] }]);
    const binding = { namespace: "default", name: "b", roleRef: { kind: "Role", name: "r" } };
    rbac.setBinding("default", "b", { ...binding, subjects: [{ kind: "User", name: "alice" }] });
    expect(rbac.authorize(attributesWith()).verdict).toBe("allow");
    expect(rbac.authorize(attributesWith({ namespace: "other" })).verdict).toBe("noOpinion");
    expect(rbac.authorize(attributesWith({ namespace: "", resource: "nodes" })).verdict).toBe("noOpinion");
    expect(rbac.authorize(pathAttributes("/metrics")).verdict).toBe("noOpinion");
  });

  test("a cluster binding finds no namespaced role, and reports the missing one", () => {
    const rbac = createRbac(group);
    rbac.setRole("default", "r", [pods]);
    for (const name of ["b1", "b2"]) {
      const subjects = [{ kind: "Group", name: "developers" }];
      rbac.setBinding("", name, { namespace: "", name, roleRef: { kind: "Role", name: "r" }, subjects });
    }
    const missing = `RBAC: role.${group} "r" not found`;
    expect(rbac.authorize(attributesWith())).toEqual({ verdict: "noOpinion", reason: missing });
  });
});

describe("changes take effect immediately", () => {
  const user = userOf("alice", "developers");
  const may = (rbac: Rbac): boolean => rbac.authorize(attributesWith({ user })).verdict === "allow";

  test("of roles", () => {
    const rbac = rbacWith(pods);
    expect(may(rbac)).toBe(true);
    rbac.setRole("", "r", [{ ...pods, resources: ["secrets"] }]);
    expect(may(rbac)).toBe(false);
    rbac.setRole("", "r", [pods]);
    expect(may(rbac)).toBe(true);
    rbac.setRole("", "r", undefined);
    expect(may(rbac)).toBe(false);
  });

  test("of bindings", () => {
    const rbac = rbacWith(pods);
    const binding = { namespace: "", name: "b", roleRef: { kind: "ClusterRole", name: "r" } };
    expect(may(rbac)).toBe(true);
    rbac.setBinding("", "b", { ...binding, subjects: [{ kind: "Group", name: "testers" }] });
    expect(may(rbac)).toBe(false);
    rbac.setBinding("", "b", { ...binding, subjects: [{ kind: "Group", name: "developers" }] });
    expect(may(rbac)).toBe(true);
    rbac.setBinding("", "b", undefined);
    expect(may(rbac)).toBe(false);
    expect([...rbac.bindings()]).toEqual([]);
  });
});

test("rules as they are stored may lack lists, or have them null", () => {
  const stored = [
    { verbs: ["get"], apiGroups: [""], resources: ["pods"], resourceNames: null, nonResourceURLs: [] },
    { verbs: null },
    null,
  ];
  expect(policyRulesFrom(stored)).toEqual([pods, { verbs: [] }, { verbs: [] }]);
  for (const none of [undefined, null, {}, "x"]) expect(policyRulesFrom(none)).toEqual([]);
});
