import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("FlowSchema", () => {
  const judged = judgeKind({
    apiVersion: "flowcontrol.apiserver.k8s.io/v1",
    kind: "FlowSchema",
    spec: {
      matchingPrecedence: 500,
      priorityLevelConfiguration: { name: "workload-low" },
      distinguisherMethod: { type: "ByUser" },
      rules: [
        {
          subjects: [{ kind: "Group", group: { name: "g" } }],
          resourceRules: [{ apiGroups: ["*"], resources: ["pods"], verbs: ["get"], namespaces: ["*"] }],
          nonResourceRules: [{ nonResourceURLs: ["/healthz"], verbs: ["get"] }],
        },
      ],
    },
  });

  describe("as a whole", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ matchingPrecedence: 0 }, []],
      [{ matchingPrecedence: -1 }, [".matchingPrecedence: Invalid value: -1: must be a positive value"]],
      [{ matchingPrecedence: 10001 }, [".matchingPrecedence: Invalid value: 10001: must not be greater than 10000"]],
      [
        { matchingPrecedence: 1 },
        [".matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
      ],
      [
        { priorityLevelConfiguration: { name: "" } },
        [".priorityLevelConfiguration.name: Required value: must reference a priority level"],
      ],
      [
        { priorityLevelConfiguration: { name: "A_b" } },
        [`.priorityLevelConfiguration.name: Invalid value: "A_b": ${formats.subdomain}`],
      ],
      [
        { distinguisherMethod: { type: "X" } },
        [
          '.distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"X"}: supported values: "ByNamespace", "ByUser"',
        ],
      ],
      [{ distinguisherMethod: null }, []],
      [{ rules: [] }, []],
      [
        { rules: [{}] },
        [
          ".rules[0].subjects: Required value: subjects must contain at least one value",
          ".rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty",
        ],
      ],
      [
        {
          matchingPrecedence: 1,
          priorityLevelConfiguration: { name: "" },
          distinguisherMethod: { type: "X" },
          rules: [{}],
        },
        [
          ".matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
          '.distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"X"}: supported values: "ByNamespace", "ByUser"',
          ".priorityLevelConfiguration.name: Required value: must reference a priority level",
          ".rules[0].subjects: Required value: subjects must contain at least one value",
          ".rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec${error}`));
    });
  });

  describe("rules for resources", () => {
    const wrap = (rule: object): object => ({
      spec: {
        rules: [
          {
            subjects: [{ kind: "Group", group: { name: "g" } }],
            resourceRules: [{ apiGroups: ["*"], resources: ["pods"], verbs: ["get"], namespaces: ["*"], ...rule }],
          },
        ],
      },
    });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [
        { apiGroups: ["*", "a"] },
        ['apiGroups: Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other api groups'],
      ],
      [{ apiGroups: ["A_"] }, []],
      [
        { resources: ["*", "x"] },
        ['resources: Invalid value: []string{"*", "x"}: if \'*\' is present, must not specify other resources'],
      ],
      [
        { verbs: ["*", "get"] },
        ['verbs: Invalid value: []string{"*", "get"}: if \'*\' is present, must not specify other verbs'],
      ],
      [
        { verbs: ["foo", "get"] },
        [
          'verbs: Unsupported value: []string{"foo", "get"}: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
        ],
      ],
      [{ verbs: ["deletecollection", "list", "watch", "proxy"] }, []],
      [
        { namespaces: ["*", "a"] },
        ['namespaces: Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other namespaces'],
      ],
      [
        { namespaces: [] },
        ["namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace"],
      ],
      [
        { namespaces: [""], clusterScope: true },
        [
          `namespaces[0]: Invalid value: "": each member of this list must be '*' or a DNS-1123 label; ${formats.label}`,
        ],
      ],
      [{ namespaces: [], clusterScope: true }, []],
      [
        { namespaces: ["A b", "c"] },
        [
          `namespaces[0]: Invalid value: "A b": each member of this list must be '*' or a DNS-1123 label; ${formats.label}`,
        ],
      ],
      [
        { verbs: [], apiGroups: [], resources: [], namespaces: [] },
        [
          "verbs: Required value: verbs must contain at least one value",
          "apiGroups: Required value: resource rules must supply at least one api group",
          "resources: Required value: resource rules must supply at least one resource",
          "namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace",
        ],
      ],
      [
        { verbs: ["foo", "*"] },
        ['verbs: Invalid value: []string{"foo", "*"}: if \'*\' is present, must not specify other verbs'],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.rules[0].resourceRules[0].${error}`));
    });
  });

  describe("rules for paths", () => {
    const wrap = (rule: object): object => ({
      spec: {
        rules: [
          {
            subjects: [{ kind: "Group", group: { name: "g" } }],
            nonResourceRules: [{ nonResourceURLs: ["/healthz"], verbs: ["get"], ...rule }],
          },
        ],
      },
    });
    it.each<[object, readonly string[]]>([
      [{ nonResourceURLs: ["*"] }, []],
      [
        { nonResourceURLs: ["*", "/a"] },
        [
          'nonResourceURLs: Invalid value: []string{"*", "/a"}: if \'*\' is present, must not specify other non-resource URLs',
        ],
      ],
      [{ nonResourceURLs: [] }, ["nonResourceURLs: Required value: nonResourceURLs must contain at least one value"]],
      [{ verbs: [] }, ["verbs: Required value: verbs must contain at least one value"]],
      [
        { verbs: ["*", "x"] },
        ['verbs: Invalid value: []string{"*", "x"}: if \'*\' is present, must not specify other verbs'],
      ],
      [
        { verbs: ["foo"] },
        [
          'verbs: Unsupported value: []string{"foo"}: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
        ],
      ],
      [{ nonResourceURLs: ["/*", "/", "/a/*"] }, []],
      [
        { nonResourceURLs: ["healthz", "/a b", "/a//b", "/a/*/b", "/a*", "//", "", "/a//*", "/a *//*b", "a//*", " "] },
        [
          'nonResourceURLs[0]: Invalid value: "healthz": must start with slash',
          'nonResourceURLs[1]: Invalid value: "/a b": must not contain white-space',
          'nonResourceURLs[2]: Invalid value: "/a//b": must not contain double slash',
          'nonResourceURLs[3]: Invalid value: "/a/*/b": wildcard can only do suffix matching',
          'nonResourceURLs[4]: Invalid value: "/a*": wildcard can only do suffix matching',
          'nonResourceURLs[5]: Invalid value: "//": must not contain double slash',
          'nonResourceURLs[6]: Invalid value: "": must not be empty',
          'nonResourceURLs[7]: Invalid value: "/a//*": must not contain double slash',
          'nonResourceURLs[8]: Invalid value: "/a *//*b": must not contain white-space',
          'nonResourceURLs[9]: Invalid value: "a//*": must start with slash',
          'nonResourceURLs[10]: Invalid value: " ": must start with slash',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.rules[0].nonResourceRules[0].${error}`));
    });
  });

  describe("subjects", () => {
    const wrap = (subject: object): object => ({
      spec: { rules: [{ subjects: [subject], nonResourceRules: [{ nonResourceURLs: ["/healthz"], verbs: ["get"] }] }] },
    });
    it.each<[object, readonly string[]]>([
      [{}, ['kind: Unsupported value: "": supported values: "Group", "ServiceAccount", "User"']],
      [{ kind: "User" }, ["user: Required value: user is required when subject kind is 'User'"]],
      [{ kind: "User", user: { name: "" } }, ["user.name: Required value"]],
      [{ kind: "User", user: { name: "*" } }, []],
      [
        { kind: "User", user: { name: "*" }, group: { name: "a" }, serviceAccount: { name: "a", namespace: "b" } },
        [
          "serviceAccount: Forbidden: serviceAccount is forbidden when subject kind is not 'ServiceAccount'",
          "group: Forbidden: group is forbidden when subject kind is not 'Group'",
        ],
      ],
      [{ kind: "Group" }, ["group: Required value: group is required when subject kind is 'Group'"]],
      [{ kind: "Group", group: {} }, ["group.name: Required value"]],
      [
        { kind: "Group", group: { name: "a" }, user: { name: "b" } },
        ["user: Forbidden: user is forbidden when subject kind is not 'User'"],
      ],
      [
        { kind: "ServiceAccount" },
        ["serviceAccount: Required value: serviceAccount is required when subject kind is 'ServiceAccount'"],
      ],
      [
        { kind: "ServiceAccount", serviceAccount: {} },
        [
          "serviceAccount.name: Required value",
          "serviceAccount.namespace: Required value: must specify namespace for service account",
        ],
      ],
      [
        { kind: "ServiceAccount", serviceAccount: { name: "*", namespace: "*" } },
        [`serviceAccount.namespace: Invalid value: "*": ${formats.label}`],
      ],
      [
        { kind: "ServiceAccount", serviceAccount: { name: "A_", namespace: "B_" } },
        [
          `serviceAccount.name: Invalid value: "A_": ${formats.subdomain}`,
          `serviceAccount.namespace: Invalid value: "B_": ${formats.label}`,
        ],
      ],
      [
        { kind: "ServiceAccount", user: { name: "x" }, group: { name: "y" } },
        [
          "serviceAccount: Required value: serviceAccount is required when subject kind is 'ServiceAccount'",
          "user: Forbidden: user is forbidden when subject kind is not 'User'",
          "group: Forbidden: group is forbidden when subject kind is not 'Group'",
        ],
      ],
      [
        { kind: "Foo", user: { name: "a" } },
        ['kind: Unsupported value: "Foo": supported values: "Group", "ServiceAccount", "User"'],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.rules[0].subjects[0].${error}`));
    });
  });

  describe("a status", () => {
    const wrap = (conditions: object): object => ({ status: { conditions }, spec: { matchingPrecedence: -1 } });
    it.each<[object, readonly string[]]>([
      [
        [{ type: "Dangling", status: "True" }, { type: "Dangling", status: "Foo" }, {}],
        ['1].type: Duplicate value: "Dangling"', "2].type: Required value: must not be empty"],
      ],
      [[{ type: "a b", status: "Foo" }], []],
    ])("%j", (patch, errors) => {
      expect(judged.subresource("status", wrap(patch))).toEqual(errors.map((error) => `status.conditions[${error}`));
    });
  });
});
