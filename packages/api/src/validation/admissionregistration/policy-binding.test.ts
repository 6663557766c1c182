import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("ValidatingAdmissionPolicyBinding", () => {
  const judged = judgeKind({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    spec: { policyName: "p", validationActions: ["Deny"] },
  });

  describe("as a whole", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ policyName: "" }, ["policyName: Required value"]],
      [{ policyName: "A_" }, [`policyName: Invalid value: "A_": ${formats.subdomain}`]],
      [{ validationActions: null }, ["validationActions: Required value: at least one validation action is required"]],
      [
        { validationActions: ["Foo"] },
        ['validationActions[0]: Unsupported value: "Foo": supported values: "Audit", "Deny", "Warn"'],
      ],
      [
        { validationActions: ["Deny", "Warn"] },
        [
          'validationActions: Invalid value: []admissionregistration.ValidationAction{"Deny", "Warn"}: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
        ],
      ],
      [{ validationActions: ["Audit", "Warn", "Audit"] }, ['validationActions[2]: Duplicate value: "Audit"']],
      [
        { validationActions: ["x", "x", "Deny", "Warn"] },
        [
          'validationActions[0]: Unsupported value: "x": supported values: "Audit", "Deny", "Warn"',
          'validationActions[1]: Unsupported value: "x": supported values: "Audit", "Deny", "Warn"',
          'validationActions[1]: Duplicate value: "x"',
          'validationActions: Invalid value: []admissionregistration.ValidationAction{"x", "x", "Deny", "Warn"}: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
        ],
      ],
      [
        { matchResources: { resourceRules: [{}], matchPolicy: "x" } },
        [
          'matchResources.matchPolicy: Unsupported value: "x": supported values: "Equivalent", "Exact"',
          "matchResources.resourceRules[0].operations: Required value",
          "matchResources.resourceRules[0].apiGroups: Required value",
          "matchResources.resourceRules[0].apiVersions: Required value",
          "matchResources.resourceRules[0].resources: Required value",
        ],
      ],
      [{ matchResources: { resourceRules: [] } }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });

  describe("parameters", () => {
    const wrap = (paramRef: object): object => ({ spec: { paramRef } });
    it.each<[object, readonly string[]]>([
      [{}, [": Required value: one of name or selector must be specified", ".parameterNotFoundAction: Required value"]],
      [{ name: "a" }, [".parameterNotFoundAction: Required value"]],
      [{ name: "a", parameterNotFoundAction: "Allow" }, []],
      [
        { name: "A_", parameterNotFoundAction: "x" },
        ['.parameterNotFoundAction: Unsupported value: "x": supported values: "Deny", "Allow"'],
      ],
      [{ name: "a/b", parameterNotFoundAction: "Deny" }, [".name: Invalid value: \"a/b\": may not contain '/'"]],
      [{ selector: {}, parameterNotFoundAction: "Deny" }, []],
      [
        { name: "a", selector: {}, parameterNotFoundAction: "Deny" },
        [
          ".name: Forbidden: name and selector are mutually exclusive",
          ".selector: Forbidden: name and selector are mutually exclusive",
        ],
      ],
      [
        { name: "a", selector: { matchLabels: { "a b": "c" } }, parameterNotFoundAction: "Deny" },
        [
          ".name: Forbidden: name and selector are mutually exclusive",
          `.selector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
          ".selector: Forbidden: name and selector are mutually exclusive",
        ],
      ],
      [
        { selector: { matchLabels: { "a b": "c" } }, parameterNotFoundAction: "Deny" },
        [`.selector.matchLabels: Invalid value: "a b": ${formats.qualified}`],
      ],
      [{ name: "a", namespace: "B_", parameterNotFoundAction: "Deny" }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.paramRef${error}`));
    });
  });
});
