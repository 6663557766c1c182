import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { attributesWith, pathAttributes, userOf } from "../testing/attributes.ts";
import { defaultPolicy } from "./default-policy.ts";
import { createRbac, type Rbac } from "./rbac.ts";

describe.each([svcDialect, kubernetesDialect])("the default policy of $name", (dialect) => {
  const policy = defaultPolicy(dialect);

  test("every binding refers to one of its roles, and every template is expanded", () => {
    const roles = new Set(policy.clusterRoles.map((r) => r.name));
    const inNamespaces = new Set(policy.roles.map((r) => `${r.namespace}/${r.name}`));
    for (const { roleRef } of policy.clusterRoleBindings) expect(roles).toContain(roleRef.name);
    for (const { roleRef, namespace } of policy.roleBindings)
      expect(inNamespaces).toContain(`${namespace}/${roleRef.name}`);
    expect(/\{(?:api|labels|system)\}/.test(JSON.stringify(policy))).toBe(false);
  });

  test("names are unique", () => {
    for (const list of [policy.clusterRoles, policy.clusterRoleBindings, policy.roles, policy.roleBindings]) {
      const names = list.map((o) => `${o.namespace ?? ""}/${o.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  const rbac = loaded(createRbac(dialect.expand("rbac.authorization.{api}")), policy);
  const controller = `system:serviceaccount:${dialect.namespaces.system}:replicaset-controller`;
  const reviews = { group: dialect.expand("authorization.{api}"), name: "", namespace: "", verb: "create" };
  test.each([
    ["administrators everything", attributesWith({ user: userOf("a", "system:masters"), resource: "secrets" }), true],
    ["everybody the version", pathAttributes("/version", { user: userOf("x", "system:unauthenticated") }), true],
    ["anonymous users no metrics", pathAttributes("/metrics", { user: userOf("x", "system:unauthenticated") }), false],
    [
      "users questions about themselves",
      attributesWith({ ...reviews, user: userOf("a", "system:authenticated"), resource: "selfsubjectaccessreviews" }),
      true,
    ],
    [
      "users no reviews about others",
      attributesWith({ ...reviews, user: userOf("a", "system:authenticated"), resource: "subjectaccessreviews" }),
      false,
    ],
    ["a controller its pods", attributesWith({ user: userOf(controller), verb: "create", name: "" }), true],
    ["a controller no secrets", attributesWith({ user: userOf(controller), resource: "secrets" }), false],
    ["users nothing else", attributesWith({ user: userOf("a", "system:authenticated") }), false],
  ])("allows %s", (_name, ask, want) => {
    expect(rbac.authorize(ask).verdict).toBe(want ? "allow" : "noOpinion");
  });
});

function loaded(rbac: Rbac, policy: ReturnType<typeof defaultPolicy>): Rbac {
  for (const { name, namespace = "", rules = [] } of [...policy.clusterRoles, ...policy.roles])
    rbac.setRole(namespace, name, rules);
  for (const { name, namespace = "", roleRef, subjects } of [...policy.clusterRoleBindings, ...policy.roleBindings])
    rbac.setBinding(namespace, name, { name, namespace, roleRef, subjects });
  return rbac;
}
