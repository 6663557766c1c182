import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("MutatingAdmissionPolicy", () => {
  const judged = judgeKind({
    apiVersion: "admissionregistration.k8s.io/v1alpha1",
    kind: "MutatingAdmissionPolicy",
    spec: {
      failurePolicy: "Fail",
      reinvocationPolicy: "Never",
      matchConstraints: {
        resourceRules: [
          { apiGroups: ["x.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["xs"] },
        ],
      },
      variables: [{ name: "n", expression: "1" }],
      mutations: [
        { patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{spec: Object.spec{a: 1}}" } },
      ],
    },
  });

  describe("as a whole", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ failurePolicy: "x" }, ['failurePolicy: Unsupported value: "x": supported values: "Fail", "Ignore"']],
      [{ failurePolicy: "" }, ['failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"']],
      [
        { reinvocationPolicy: "x" },
        ['reinvocationPolicy: Unsupported value: "x": supported values: "IfNeeded", "Never"'],
      ],
      [{ reinvocationPolicy: "" }, ["reinvocationPolicy: Required value"]],
      [{ reinvocationPolicy: null }, ["reinvocationPolicy: Required value"]],
      [{ matchConstraints: null }, ["matchConstraints: Required value"]],
      [{ mutations: null }, ["mutations: Required value: mutations must contain at least one item"]],
      [{ mutations: [{}] }, ["mutations[0].patchType: Required value"]],
      [
        { mutations: [{ patchType: "x" }] },
        ['mutations[0].patchType: Unsupported value: "x": supported values: "ApplyConfiguration", "JSONPatch"'],
      ],
      [
        { mutations: [{ patchType: "ApplyConfiguration" }] },
        ["mutations[0].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration"],
      ],
      [
        { mutations: [{ patchType: "JSONPatch" }] },
        ["mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch"],
      ],
      [
        { mutations: [{ patchType: "JSONPatch", applyConfiguration: { expression: "Object{}" } }] },
        [
          "mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch",
          'mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
        ],
      ],
      [
        { mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "" } }] },
        ["mutations[0].applyConfiguration.expression: Required value"],
      ],
      [
        { mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: " " } }] },
        ["mutations[0].applyConfiguration.expression: Required value"],
      ],
      [{ mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{a: 1}" } }] }, []],
      [
        {
          mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{a: Object.b{}}" } }],
        },
        [],
      ],
      [
        { mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: "" } }] },
        ["mutations[0].jsonPatch.expression: Required value"],
      ],
      [
        {
          mutations: [
            { patchType: "JSONPatch", jsonPatch: { expression: '[JSONPatch{op: "add", path: "/a", value: 1}]' } },
          ],
        },
        [],
      ],
      [{ paramKind: {} }, ["paramKind.apiVersion: Required value", "paramKind.kind: Required value"]],
      [
        { matchConditions: [{}] },
        ["matchConditions[0].expression: Required value", "matchConditions[0].name: Required value"],
      ],
      [
        {
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: ["x.example.com"],
                apiVersions: ["v1"],
                operations: ["CONNECT", "DELETE", "*"],
                resources: ["xs"],
              },
            ],
          },
        },
        [
          'matchConstraints.resourceRules[0].operations: Invalid value: []admissionregistration.OperationType{"CONNECT", "DELETE", "*"}: if \'*\' is present, must not specify other operations',
          'matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
        ],
      ],
      [
        {
          matchConstraints: {
            resourceRules: [
              { apiGroups: ["x.example.com"], apiVersions: ["v1"], operations: ["DELETE"], resources: ["xs"] },
            ],
          },
        },
        [
          'matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });
});

describe("MutatingAdmissionPolicyBinding", () => {
  const judged = judgeKind({
    apiVersion: "admissionregistration.k8s.io/v1alpha1",
    kind: "MutatingAdmissionPolicyBinding",
    spec: { policyName: "p" },
  });

  describe("as a whole", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{ policyName: "" }, ["policyName: Required value"]],
      [{ policyName: "A_" }, [`policyName: Invalid value: "A_": ${formats.subdomain}`]],
      [{ paramRef: {} }, ["paramRef: Required value: one of name or selector must be specified"]],
      [
        { matchResources: { resourceRules: [{}] } },
        [
          "matchResources.resourceRules[0].operations: Required value",
          "matchResources.resourceRules[0].apiGroups: Required value",
          "matchResources.resourceRules[0].apiVersions: Required value",
          "matchResources.resourceRules[0].resources: Required value",
        ],
      ],
      [
        {
          matchResources: {
            resourceRules: [
              {
                apiGroups: ["x.example.com"],
                apiVersions: ["v1"],
                operations: ["DELETE", "CONNECT"],
                resources: ["xs"],
              },
            ],
          },
        },
        [
          'matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });
});
