import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("ValidatingAdmissionPolicy", () => {
  const judged = judgeKind({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: ["x.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["xs"] },
        ],
      },
      validations: [{ expression: "true" }],
    },
  });

  describe("as a whole", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [
        { validations: null },
        [
          "validations: Required value: validations or auditAnnotations must contain at least one item",
          "auditAnnotations: Required value: validations or auditAnnotations must contain at least one item",
        ],
      ],
      [{ validations: null, auditAnnotations: [{ key: "k", valueExpression: "'v'" }] }, []],
      [{ failurePolicy: "x" }, ['failurePolicy: Unsupported value: "x": supported values: "Fail", "Ignore"']],
      [{ failurePolicy: "" }, ['failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"']],
      [{ matchConstraints: null }, ["matchConstraints: Required value"]],
      [{ matchConstraints: { resourceRules: [] } }, ["matchConstraints.resourceRules: Required value"]],
      [
        { matchConditions: [{ name: "a", expression: "true" }, { name: "a" }, {}] },
        [
          "matchConditions[1].expression: Required value",
          'matchConditions[1].name: Duplicate value: "a"',
          "matchConditions[2].expression: Required value",
          "matchConditions[2].name: Required value",
        ],
      ],
      [
        { variables: [{ name: "a", expression: "1" }, {}] },
        [
          "variables[1].name: Required value: name is not specified",
          "variables[1].expression: Required value: expression is not specified",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });

  describe("validations", () => {
    const wrap = (validation: object): object => ({ spec: { validations: [{ expression: "true", ...validation }] } });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ expression: "" }, ["expression: Required value: expression is not specified"]],
      [{ expression: " " }, ["expression: Required value: expression is not specified"]],
      [{ message: "" }, []],
      [{ message: "  " }, ['message: Invalid value: "  ": message must be non-empty if specified']],
      [{ message: "a\nb" }, ['message: Invalid value: "a\\nb": message must not contain line breaks']],
      [{ message: " a " }, []],
      [{ messageExpression: "" }, []],
      [{ messageExpression: " " }, ['messageExpression: Invalid value: " ": must be non-empty if specified']],
      [
        { reason: "Foo" },
        ['reason: Unsupported value: "Foo": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"'],
      ],
      [
        { reason: "" },
        ['reason: Unsupported value: "": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"'],
      ],
      [{ reason: "Forbidden" }, []],
      [
        { expression: "", message: " ", messageExpression: " ", reason: "x" },
        [
          "expression: Required value: expression is not specified",
          'messageExpression: Invalid value: " ": must be non-empty if specified',
          'message: Invalid value: " ": message must be non-empty if specified',
          'reason: Unsupported value: "x": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.validations[0].${error}`));
    });
  });

  describe("audit annotations", () => {
    const wrap = (auditAnnotations: object): object => ({ spec: { auditAnnotations } });
    it.each<[object, readonly string[]]>([
      [
        [
          { key: "k", valueExpression: "'a'" },
          { key: "k", valueExpression: "'a'" },
        ],
        ['[1].key: Duplicate value: "k"'],
      ],
      [[{ key: "k" }], ["[0].valueExpression: Required value: valueExpression is not specified"]],
      [[{ key: "k", valueExpression: " " }], ["[0].valueExpression: Required value: valueExpression is not specified"]],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.auditAnnotations${error}`));
    });
  });

  describe("match constraints", () => {
    const wrap = (matchConstraints: object): object => ({ spec: { matchConstraints } });
    it.each<[object, readonly string[]]>([
      [
        { resourceRules: [{}] },
        [
          "resourceRules[0].operations: Required value",
          "resourceRules[0].apiGroups: Required value",
          "resourceRules[0].apiVersions: Required value",
          "resourceRules[0].resources: Required value",
        ],
      ],
      [
        {
          resourceRules: [
            {
              apiGroups: ["x.example.com"],
              apiVersions: ["v1"],
              operations: ["CREATE"],
              resources: ["xs"],
              resourceNames: ["a", "a", "B_/x"],
            },
          ],
        },
        [
          'resourceRules[0].resourceNames[1]: Duplicate value: "a"',
          "resourceRules[0].resourceNames[2]: Invalid value: \"B_/x\": may not contain '/'",
        ],
      ],
      [
        {
          resourceRules: [
            {
              apiGroups: ["x.example.com"],
              apiVersions: ["v1"],
              operations: ["CREATE"],
              resources: ["xs"],
              resourceNames: ["*"],
            },
          ],
        },
        [],
      ],
      [
        { excludeResourceRules: [{}] },
        [
          "excludeResourceRules[0].operations: Required value",
          "excludeResourceRules[0].apiGroups: Required value",
          "excludeResourceRules[0].apiVersions: Required value",
          "excludeResourceRules[0].resources: Required value",
        ],
      ],
      [{ matchPolicy: "x" }, ['matchPolicy: Unsupported value: "x": supported values: "Equivalent", "Exact"']],
      [{ matchPolicy: "" }, ['matchPolicy: Unsupported value: "": supported values: "Equivalent", "Exact"']],
      [
        { namespaceSelector: { matchExpressions: [{ key: "a", operator: "X" }] } },
        ['namespaceSelector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator'],
      ],
      [
        {
          resourceRules: [
            {
              apiGroups: ["x.example.com"],
              apiVersions: ["v1"],
              operations: ["FOO", "*"],
              resources: ["*", "a"],
              scope: "x",
            },
          ],
        },
        [
          'resourceRules[0].operations: Invalid value: []admissionregistration.OperationType{"FOO", "*"}: if \'*\' is present, must not specify other operations',
          'resourceRules[0].operations[0]: Unsupported value: "FOO": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
          'resourceRules[0].resources: Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other resources without subresources',
          'resourceRules[0].scope: Unsupported value: "x": supported values: "*", "Cluster", "Namespaced"',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.matchConstraints.${error}`));
    });
  });

  describe("variables", () => {
    const wrap = (variable: object): object => ({ spec: { variables: [variable] } });
    it.each<[object, readonly string[]]>([
      [{}, ["name: Required value: name is not specified", "expression: Required value: expression is not specified"]],
      [{ name: "a" }, ["expression: Required value: expression is not specified"]],
      [{ name: "", expression: "1" }, ["name: Required value: name is not specified"]],
      [{ name: " ", expression: "1" }, ["name: Required value: name is not specified"]],
      [{ name: "1a", expression: "1" }, ['name: Invalid value: "1a": name is not a valid CEL identifier']],
      [{ name: "a b", expression: "1" }, ['name: Invalid value: "a b": name is not a valid CEL identifier']],
      [{ name: "if", expression: "1" }, ['name: Invalid value: "if": name is not a valid CEL identifier']],
      [{ name: "a-b", expression: "1" }, ['name: Invalid value: "a-b": name is not a valid CEL identifier']],
      [{ name: "_a", expression: "1" }, []],
      [{ name: "a", expression: " " }, ["expression: Required value: expression is not specified"]],
      [
        { name: "namespace", expression: "1" },
        ['name: Invalid value: "namespace": name is not a valid CEL identifier'],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.variables[0].${error}`));
    });
  });

  describe("the kind of parameters", () => {
    const wrap = (paramKind: object): object => ({ spec: { paramKind } });
    it.each<[object, readonly string[]]>([
      [{}, ["apiVersion: Required value", "kind: Required value"]],
      [{ apiVersion: "v1", kind: "ConfigMap" }, []],
      [
        { apiVersion: "a/b/c", kind: "X Y" },
        [
          'apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
          `kind: Invalid value: "X Y": may have mixed case, but should otherwise match: ${formats.serviceName}`,
        ],
      ],
      [{ apiVersion: "A_/v1", kind: "x" }, [`apiVersion: Invalid value: "A_": ${formats.subdomain}`]],
      [{ apiVersion: "/v1", kind: "x" }, []],
      [{ apiVersion: "v1/", kind: "x" }, ['apiVersion: Invalid value: "v1/": version must be specified']],
      [
        { apiVersion: "1", kind: "-" },
        [
          `apiVersion: Invalid value: "1": ${formats.serviceName}`,
          `kind: Invalid value: "-": may have mixed case, but should otherwise match: ${formats.serviceName}`,
        ],
      ],
      [
        { apiVersion: "rules.example.com/v1", kind: "ReplicaLimit_x" },
        [
          `kind: Invalid value: "ReplicaLimit_x": may have mixed case, but should otherwise match: ${formats.serviceName}`,
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.paramKind.${error}`));
    });
  });

  describe("a status", () => {
    const wrap = (status: object): object => ({ status });
    it.each<[object, readonly string[]]>([
      [
        {
          observedGeneration: 5,
          typeChecking: {
            expressionWarnings: [
              { fieldRef: "a", warning: "" },
              { fieldRef: "", warning: "x" },
            ],
          },
          conditions: [{ type: "a", status: "x" }],
        },
        [
          "typeChecking.expressionWarnings[0].warning: Required value",
          "typeChecking.expressionWarnings[1].fieldRef: Required value",
          'conditions[0].status: Unsupported value: "x": supported values: "False", "True", "Unknown"',
          "conditions[0].lastTransitionTime: Required value: must be set",
          "conditions[0].reason: Required value: must be set",
        ],
      ],
      [{ observedGeneration: -1, typeChecking: { expressionWarnings: [{ fieldRef: "a", warning: " " }] } }, []],
      [
        { typeChecking: { expressionWarnings: [{ fieldRef: " a[ ", warning: "x" }] } },
        ['typeChecking.expressionWarnings[0].fieldRef: Invalid value: "a[": invalid JSONPath: unterminated array'],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.subresource("status", wrap(patch))).toEqual(errors.map((error) => `status.${error}`));
    });
  });
});
