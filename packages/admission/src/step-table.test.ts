import { expect, test } from "vitest";
import { stepTable } from "./step-table.ts";

const plugin = (name: string, resources?: readonly string[]) => ({
  name,
  operations: [],
  ...(resources === undefined ? {} : { resources }),
});
const find = stepTable(
  [
    plugin("everything"),
    plugin("pods", ["pods", "nodes"]),
    plugin("all-of-pods", ["pods/*", "pods"]),
    plugin("status", ["pods/status", "deployments.apps/status"]),
    plugin("never", ["pods", "pods"]),
    plugin("silent", ["pods"]),
    plugin("last"),
  ],
  ({ name }) => (name === "silent" ? undefined : name),
);

test.each<[resource: string, group: string, subresource: string, want: string]>([
  ["pods", "", "", "everything pods all-of-pods never last"],
  ["pods", "", "status", "everything all-of-pods status last"],
  ["pods", "", "exec", "everything all-of-pods last"],
  ["pods", "metrics.k8s.io", "", "everything last"],
  ["nodes", "", "", "everything pods last"],
  ["nodes", "", "status", "everything last"],
  ["deployments", "apps", "status", "everything status last"],
  ["deployments", "apps", "", "everything last"],
  ["deployments", "", "status", "everything last"],
  ["configmaps", "", "", "everything last"],
])("%s of %j, %j", (resource, group, subresource, want) => {
  expect(find({ resource: { group, version: "v1", resource }, subresource }).join(" ")).toBe(want);
});

test("tables are not computed for each request", () => {
  const requested = { resource: { group: "", version: "v1", resource: "pods" }, subresource: "status" };
  expect(find(requested)).toBe(find(requested));
});
