import { anObject, checkArgument, listOf } from "@svc/base/check";
import type { Attributes, Authorizer, Decision, User } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import { type AbacPolicy, namesUser, policyAllows } from "./policy.ts";

const allow: Decision = { verdict: "allow", reason: "" };
const none: Decision = { verdict: "noOpinion", reason: "No policy matched." };

const expectedPolicies = listOf(anObject);

/**
 * Attribute-based access control: allows what any policy allows. Each request is compared with all
 * policies.
 * @throws {TypeError} for a wrong argument
 */
export function createAbac(policies: readonly AbacPolicy[]): Authorizer {
  checkArgument("createAbac: policies", policies, expectedPolicies);
  return {
    authorize: (attributes: Attributes): Decision => (policies.some((p) => policyAllows(p, attributes)) ? allow : none),
    rulesFor: (user: User, namespace: string) => ({
      rules: policies.filter((p) => namesUser(p, user)).flatMap((p) => rulesOf(p, namespace)),
      errors: [],
      incomplete: false,
    }),
  };
}

function rulesOf({ readonly, apiGroup, resource, namespace, nonResourcePath }: AbacPolicy, of: string): PolicyRule[] {
  const verbs = readonly ? ["get", "list", "watch"] : ["*"];
  const rules: PolicyRule[] = [];
  if (resource !== "" && (namespace === "*" || namespace === of))
    rules.push({ verbs, apiGroups: [apiGroup], resources: [resource] });
  if (nonResourcePath !== "") rules.push({ verbs, nonResourceURLs: [nonResourcePath] });
  return rules;
}
