import { core, groups } from "@svc/api";
import type { Stored } from "@svc/client";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { startCluster } from "../testing/cluster.ts";
import { aggregateRules, type ClusterRole, type PolicyRule } from "./aggregate-rules.ts";
import { clusterRoleAggregation } from "./cluster-role-aggregation.ts";

const rule = (resource: string): { verbs: string[]; apiGroups: string[]; resources: string[] } => ({
  verbs: ["get"],
  apiGroups: [""],
  resources: [resource],
});
const role = (name: string, labels: Record<string, string>, ...rules: PolicyRule[]): Stored<ClusterRole> => ({
  metadata: { name, uid: name, resourceVersion: "1", labels },
  rules,
});
const aggregated = (...clusterRoleSelectors: object[]): Stored<ClusterRole> => ({
  ...role("all", { a: "1" }, rule("own")),
  aggregationRule: { clusterRoleSelectors },
});

describe("the rules of a role that is made of others", () => {
  const roles = [
    role("z", { a: "1" }, rule("pods")),
    role("b", { a: "1", b: "1" }, rule("secrets"), rule("pods")),
    role("c", { b: "1" }, { ...rule("nodes"), resourceNames: [] }, rule("secrets")),
    role("d", { b: "1" }, rule("nodes")),
  ];
  test.each<{ name: string; selectors: object[]; want: string[] }>([
    { name: "come by name, each once", selectors: [{ matchLabels: { a: "1" } }], want: ["secrets", "pods"] },
    {
      name: "come selector after selector",
      selectors: [{ matchLabels: { b: "1" } }, { matchLabels: { a: "1" } }],
      want: ["secrets", "pods", "nodes"],
    },
    {
      name: "may be chosen by expressions",
      selectors: [{ matchExpressions: [{ key: "a", operator: "DoesNotExist" }] }],
      want: ["nodes", "secrets"],
    },
    { name: "are all when the selector is empty", selectors: [{}], want: ["secrets", "pods", "nodes"] },
    { name: "are none without a selector", selectors: [], want: [] },
  ])("$name", ({ selectors, want }) => {
    const own = aggregated(...selectors);
    expect(aggregateRules(own, [...roles, own]).flatMap((r) => r.resources)).toEqual(want);
  });
});

describe.each([svcDialect, kubernetesDialect])("the aggregation of roles ($name)", (dialect) => {
  const label = (to: string): Record<string, string> => ({
    [dialect.expand(`rbac.example.{labels}/aggregate-to-${to}`)]: "true",
  });

  test("fills, changes and empties rules as roles are added and removed, through roles in between", async () => {
    await using cluster = await startCluster({ resources: [core("namespaces"), groups("rbac")], dialect });
    const roles = cluster.client.rbac.v1.clusterroles();
    const resourcesOf = async (name: string): Promise<string> =>
      ((await roles.get(name)).rules ?? []).flatMap((r) => r.resources ?? []).join();
    await cluster.run(clusterRoleAggregation);
    const selects = (what: string) => ({ clusterRoleSelectors: [{ matchLabels: label(what) }] });
    await roles.create({ metadata: { name: "top" }, aggregationRule: selects("top") });
    await roles.create({ metadata: { name: "mid", labels: label("top") }, aggregationRule: selects("mid") });
    await roles.create({ metadata: { name: "leaf", labels: label("mid") }, rules: [rule("pods")] });
    await cluster.until("the rules have come up", async () => (await resourcesOf("top")) === "pods");
    expect(await resourcesOf("mid")).toBe("pods");
    const owners = (await roles.get("top")).metadata.managedFields?.map((entry) => entry.manager);
    expect(owners).toContain("clusterrole-aggregation-controller");
    await roles.patch("leaf", { type: "merge", patch: { rules: [rule("nodes")] } });
    await cluster.until("the change has come up", async () => (await resourcesOf("top")) === "nodes");
    await roles.delete("leaf");
    await cluster.until("nothing is left", async () => (await resourcesOf("top")) === "");
  });

  test("reverts changes of other clients to such a role", async () => {
    await using cluster = await startCluster({ resources: [core("namespaces"), groups("rbac")], dialect });
    const roles = cluster.client.rbac.v1.clusterroles();
    const selectors = { clusterRoleSelectors: [{ matchLabels: label("top") }] };
    await roles.create({ metadata: { name: "leaf", labels: label("top") }, rules: [rule("pods")] });
    await roles.create({ metadata: { name: "top" }, aggregationRule: selectors, rules: [rule("everything")] });
    await cluster.run(clusterRoleAggregation);
    const isRight = async (): Promise<boolean> =>
      JSON.stringify((await roles.get("top")).rules) === JSON.stringify([rule("pods")]);
    await cluster.until("it is right", isRight);
    await roles.patch("top", { type: "merge", patch: { rules: [rule("nodes")] } });
    await cluster.until("it is right again", isRight);
  });
});
