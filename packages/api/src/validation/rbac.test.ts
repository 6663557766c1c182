import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { rbacValidation } from "./rbac.ts";
import { judge } from "./testing/judge.ts";

const kinds = rbacValidation(kubernetesDialect);
const group = "rbac.authorization.k8s.io";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe.each(["Role", "ClusterRole"])("%s", (name) => {
  const role = judge(kinds[name], { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] });

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ rules: null }, []],
    [
      { rules: [{}] },
      [
        "rules[0].verbs: Required value: verbs must contain at least one value",
        "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
        "rules[0].resources: Required value: resource rules must supply at least one resource",
      ],
    ],
  ])("%j", (patch, errors) => {
    expect(role.create(patch)).toEqual(errors);
    expect(role.update(patch)).toEqual([...errors, ...errors]);
  });
});

describe("rules for paths", () => {
  const mixed = { rules: [{ nonResourceURLs: ["/x"], resourceNames: ["a"], verbs: ["get"] }] };
  const both =
    'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: rules cannot apply to both regular resources and non-resource URLs';

  it.each<[string, object, readonly string[]]>([
    ["ClusterRole", { rules: [{ nonResourceURLs: ["/x"], verbs: ["get"] }] }, []],
    ["ClusterRole", mixed, [both]],
    [
      "Role",
      mixed,
      [
        'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: namespaced rules cannot apply to non-resource URLs',
        both,
      ],
    ],
  ])("%s %j", (name, patch, errors) => {
    expect(judge(kinds[name], {}).create(patch)).toEqual(errors);
  });
});

it.each<[object, readonly string[]]>([
  [
    {},
    [
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    ],
  ],
  [
    { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "Near" }] }, { matchLabels: { a: "b" } }] },
    [
      'aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: "null": invalid label selector.',
    ],
  ],
])("an aggregation rule %j", (aggregationRule, errors) => {
  expect(judge(kinds["ClusterRole"], {}).create({ aggregationRule })).toEqual(errors);
});

describe("bindings", () => {
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: "view" };
  const subject = (more: object) => ({ subjects: [{ kind: "User", apiGroup: group, name: "a", ...more }] });
  const account = (more: object) => subject({ kind: "ServiceAccount", apiGroup: "", namespace: "ns", ...more });

  it.each<[string, object, readonly string[]]>([
    ["RoleBinding", subject({}), []],
    ["RoleBinding", { roleRef: { kind: "Role" } }, []],
    [
      "ClusterRoleBinding",
      { roleRef: { kind: "Role" } },
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    [
      "RoleBinding",
      { roleRef: { apiGroup: "x", kind: "X", name: "a/b" } },
      [
        `roleRef.apiGroup: Unsupported value: "x": supported values: "${group}"`,
        'roleRef.kind: Unsupported value: "X": supported values: "Role", "ClusterRole"',
        "roleRef.name: Invalid value: \"a/b\": may not contain '/'",
      ],
    ],
    ["RoleBinding", { roleRef: { name: "" } }, ["roleRef.name: Required value"]],
    ["RoleBinding", account({ namespace: null }), []],
    ["ClusterRoleBinding", account({ namespace: "" }), ["subjects[0].namespace: Required value"]],
    [
      "RoleBinding",
      account({ name: "A", apiGroup: group }),
      [
        `subjects[0].name: Invalid value: "A": ${subdomain}`,
        `subjects[0].apiGroup: Unsupported value: "${group}": supported values: ""`,
      ],
    ],
    [
      "RoleBinding",
      subject({ name: "", apiGroup: "" }),
      ["subjects[0].name: Required value", `subjects[0].apiGroup: Unsupported value: "": supported values: "${group}"`],
    ],
    [
      "RoleBinding",
      subject({ kind: "toString" }),
      ['subjects[0].kind: Unsupported value: "toString": supported values: "ServiceAccount", "User", "Group"'],
    ],
  ])("%s %j", (name, patch, errors) => {
    expect(judge(kinds[name], { roleRef }).create(patch)).toEqual(errors);
  });

  it("have an immutable role", () => {
    const binding = judge(kinds["RoleBinding"], { roleRef });
    expect(binding.update({})).toEqual([]);
    expect(binding.update({ roleRef: { name: "edit" } })).toEqual([
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${group}", Kind:"ClusterRole", Name:"edit"}: cannot change roleRef`,
    ]);
  });
});
