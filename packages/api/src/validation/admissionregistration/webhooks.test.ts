import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("MutatingWebhookConfiguration", () => {
  const judged = judgeKind({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    webhooks: [],
  });
  const rule: object = {
    apiGroups: ["x.example.com"],
    apiVersions: ["v1"],
    operations: ["CREATE"],
    resources: ["xs"],
    scope: "*",
  };
  const hook: object = {
    name: "check.example.com",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    clientConfig: { url: "https://127.0.0.1:9/x" },
    rules: [rule],
  };

  describe("a webhook", () => {
    const wrap = (webhook: object): object => ({ webhooks: [{ ...hook, ...webhook }] });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [
        { name: "foo" },
        ['name: Invalid value: "foo": should be a domain with at least three segments separated by dots'],
      ],
      [
        { name: "a.b" },
        ['name: Invalid value: "a.b": should be a domain with at least three segments separated by dots'],
      ],
      [{ name: "A.b.c" }, [`name: Invalid value: "A.b.c": ${formats.subdomain}`]],
      [{ sideEffects: "Some" }, ['sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"']],
      [{ sideEffects: "" }, ['sideEffects: Unsupported value: "": supported values: "None", "NoneOnDryRun"']],
      [{ admissionReviewVersions: [] }, ["admissionReviewVersions: Required value: must specify one of v1, v1beta1"]],
      [
        { admissionReviewVersions: ["v2"] },
        ['admissionReviewVersions: Invalid value: []string{"v2"}: must include at least one of v1, v1beta1'],
      ],
      [
        { admissionReviewVersions: ["v1", "v1"] },
        ['admissionReviewVersions[1]: Invalid value: "v1": duplicate version'],
      ],
      [
        { admissionReviewVersions: ["v1beta1", "v3", "1a"] },
        [`admissionReviewVersions[2]: Invalid value: "1a": ${formats.serviceName}`],
      ],
      [
        { admissionReviewVersions: ["1a", "1a"] },
        [
          `admissionReviewVersions[0]: Invalid value: "1a": ${formats.serviceName}`,
          'admissionReviewVersions[1]: Invalid value: "1a": duplicate version',
          'admissionReviewVersions: Invalid value: []string{"1a", "1a"}: must include at least one of v1, v1beta1',
        ],
      ],
      [{ failurePolicy: "x" }, ['failurePolicy: Unsupported value: "x": supported values: "Fail", "Ignore"']],
      [{ failurePolicy: "" }, ['failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"']],
      [{ matchPolicy: "x" }, ['matchPolicy: Unsupported value: "x": supported values: "Equivalent", "Exact"']],
      [
        { reinvocationPolicy: "x" },
        ['reinvocationPolicy: Unsupported value: "x": supported values: "IfNeeded", "Never"'],
      ],
      [{ timeoutSeconds: 0 }, ["timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds"]],
      [
        { timeoutSeconds: 31 },
        ["timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds"],
      ],
      [
        {
          namespaceSelector: { matchExpressions: [{ key: "a b", operator: "Foo" }] },
          objectSelector: { matchLabels: { "a b": "c d" } },
        },
        [
          'namespaceSelector.matchExpressions[0].operator: Invalid value: "Foo": not a valid selector operator',
          `namespaceSelector.matchExpressions[0].key: Invalid value: "a b": ${formats.qualified}`,
          `objectSelector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
          `objectSelector.matchLabels: Invalid value: "c d": ${formats.labelValue}`,
        ],
      ],
      [
        { matchConditions: [{}] },
        ["matchConditions[0].expression: Required value", "matchConditions[0].name: Required value"],
      ],
      [
        { matchConditions: [{ name: "A b", expression: "true" }] },
        [`matchConditions[0].name: Invalid value: "A b": ${formats.qualified}`],
      ],
      [
        {
          matchConditions: [
            { name: "%", expression: "true" },
            { name: "%", expression: "true" },
          ],
        },
        [
          `matchConditions[0].name: Invalid value: "%": ${formats.qualified}`,
          `matchConditions[1].name: Invalid value: "%": ${formats.qualified}`,
          'matchConditions[1].name: Duplicate value: "%"',
        ],
      ],
      [
        {
          matchConditions: [
            { name: "a", expression: "true" },
            { name: "a", expression: "  " },
          ],
        },
        ["matchConditions[1].expression: Required value", 'matchConditions[1].name: Duplicate value: "a"'],
      ],
      [
        {
          name: "foo",
          sideEffects: "x",
          admissionReviewVersions: [],
          failurePolicy: "x",
          matchPolicy: "y",
          timeoutSeconds: 99,
          clientConfig: {},
          rules: [{}],
          matchConditions: [{}],
        },
        [
          'name: Invalid value: "foo": should be a domain with at least three segments separated by dots',
          "rules[0].operations: Required value",
          "rules[0].apiGroups: Required value",
          "rules[0].apiVersions: Required value",
          "rules[0].resources: Required value",
          'failurePolicy: Unsupported value: "x": supported values: "Fail", "Ignore"',
          'matchPolicy: Unsupported value: "y": supported values: "Equivalent", "Exact"',
          'sideEffects: Unsupported value: "x": supported values: "None", "NoneOnDryRun"',
          "timeoutSeconds: Invalid value: 99: the timeout value must be between 1 and 30 seconds",
          "clientConfig: Required value: exactly one of url or service is required",
          "matchConditions[0].expression: Required value",
          "matchConditions[0].name: Required value",
          "admissionReviewVersions: Required value: must specify one of v1, v1beta1",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `webhooks[0].${error}`));
    });
  });

  describe("several webhooks", () => {
    const wrap = (webhooks: object): object => ({ webhooks });
    it.each<[object, readonly string[]]>([
      [[], []],
      [
        [{}],
        [
          "webhooks[0].name: Required value",
          "webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun",
          "webhooks[0].clientConfig: Required value: exactly one of url or service is required",
          "webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1",
        ],
      ],
      [
        [
          { name: "a.b.c", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig: { url: "https://x" } },
          { name: "a.b.c", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig: { url: "https://x" } },
        ],
        ['webhooks[1].name: Duplicate value: "a.b.c"'],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors);
    });
  });

  describe("rules", () => {
    const wrap = (more: object): object => ({ webhooks: [{ ...hook, rules: [{ ...rule, ...more }] }] });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ apiGroups: [] }, ["apiGroups: Required value"]],
      [
        { apiGroups: ["*", "a"] },
        ['apiGroups: Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other API groups'],
      ],
      [{ apiVersions: [] }, ["apiVersions: Required value"]],
      [
        { apiVersions: ["*", "v1"] },
        ['apiVersions: Invalid value: []string{"*", "v1"}: if \'*\' is present, must not specify other API versions'],
      ],
      [{ apiVersions: [""] }, ["apiVersions[0]: Required value"]],
      [{ apiGroups: ["", "A_"] }, []],
      [{ operations: [] }, ["operations: Required value"]],
      [
        { operations: ["*", "CREATE"] },
        [
          'operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if \'*\' is present, must not specify other operations',
        ],
      ],
      [
        { operations: ["FOO", ""] },
        [
          'operations[0]: Unsupported value: "FOO": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
          'operations[1]: Unsupported value: "": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
        ],
      ],
      [{ scope: "x" }, ['scope: Unsupported value: "x": supported values: "*", "Cluster", "Namespaced"']],
      [{ scope: "" }, ['scope: Unsupported value: "": supported values: "*", "Cluster", "Namespaced"']],
      [{ resources: ["a"], operations: ["CONNECT", "DELETE", "UPDATE"] }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `webhooks[0].rules[0].${error}`));
    });
  });

  describe("resources of rules", () => {
    const wrap = (resources: object): object => ({ webhooks: [{ ...hook, rules: [{ ...rule, resources }] }] });
    it.each<[object, readonly string[]]>([
      [[], [": Required value"]],
      [[""], ["[0]: Required value"]],
      [
        ["*", "a"],
        [
          ': Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other resources without subresources',
        ],
      ],
      [["a", "*"], []],
      [["*", "a/b"], []],
      [
        ["*/*", "a"],
        [': Invalid value: []string{"*/*", "a"}: if \'*/*\' is present, must not specify other resources'],
      ],
      [["a/*", "a/b"], ["[1]: Invalid value: \"a/b\": if 'a/*' is present, must not specify a/b"]],
      [["a/b", "a/*"], []],
      [["*/b", "a/b"], ["[1]: Invalid value: \"a/b\": if '*/b' is present, must not specify a/b"]],
      [
        ["*/b", "*/*"],
        [': Invalid value: []string{"*/b", "*/*"}: if \'*/*\' is present, must not specify other resources'],
      ],
      [["a", "a"], []],
      [["a", "a/*", "b"], []],
      [["a/b/c"], []],
      [["/x"], []],
      [
        ["*", "*/*"],
        [': Invalid value: []string{"*", "*/*"}: if \'*/*\' is present, must not specify other resources'],
      ],
      [
        ["*/*", "*/*"],
        [
          "[1]: Invalid value: \"*/*\": if '*/*' is present, must not specify */*",
          "[1]: Invalid value: \"*/*\": if '*/*' is present, must not specify */*",
          ': Invalid value: []string{"*/*", "*/*"}: if \'*/*\' is present, must not specify other resources',
        ],
      ],
      [
        ["a/*", "*/b", "a/b"],
        [
          "[2]: Invalid value: \"a/b\": if 'a/*' is present, must not specify a/b",
          "[2]: Invalid value: \"a/b\": if '*/b' is present, must not specify a/b",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `webhooks[0].rules[0].resources${error}`));
    });
  });
});
