import { definitionFromCustomResource } from "@svc/apiextensions";
import { type ApiObject, kubernetesDialect as dialect } from "@svc/meta";
import { expect, test } from "vitest";
import { createPolicyEvaluator } from "./policy-evaluator.ts";

const group = "example.com";
const openAPIV3Schema = {
  type: "object",
  properties: { spec: { type: "object", properties: { max: { type: "integer" } } } },
};
const versions = ["v1", "v2"].map((name) => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema },
}));
const definitions = ["Limit", "Widget"].map((kind) => {
  const plural = `${kind.toLowerCase()}s`;
  const spec = { group, scope: "Namespaced", names: { plural, kind }, versions } as const;
  return definitionFromCustomResource({ metadata: { name: `${plural}.${group}` }, spec }, { dialect });
});
const object = (version: string, kind: string, max: number): ApiObject => ({
  apiVersion: `${group}/${version}`,
  kind,
  metadata: { name: "a", namespace: "default" },
  spec: { max },
});
const admission = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: "p" } };
const rule = { apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] };

test.each(["v1", "v2"])("parameters given as v1 are found by a policy that names %s", async (version) => {
  const evaluator = createPolicyEvaluator({
    definitions,
    manifests: [
      object("v1", "Limit", 5),
      {
        ...admission,
        kind: "ValidatingAdmissionPolicy",
        spec: {
          paramKind: { apiVersion: `${group}/${version}`, kind: "Limit" },
          matchConstraints: { resourceRules: [rule] },
          validations: [{ expression: "object.spec.max <= params.spec.max", messageExpression: "params.apiVersion" }],
        },
      },
      {
        ...admission,
        kind: "ValidatingAdmissionPolicyBinding",
        spec: {
          policyName: "p",
          validationActions: ["Deny"],
          paramRef: { name: "a", parameterNotFoundAction: "Deny" },
        },
      },
    ],
  });
  const messageOf = async (max: number): Promise<string | undefined> =>
    (await evaluator.evaluate({ object: object("v1", "Widget", max) })).status?.message;
  expect([await messageOf(5), await messageOf(6)]).toEqual([
    undefined,
    expect.stringMatching(`denied request: ${group}/${version}$`),
  ]);
});
