import { quote } from "@svc/base";
import { anObject, checkArgument, optionsOf, withMethods } from "@svc/base/check";
import { aggregateText } from "@svc/meta";
import type { Attributes, Authorizer, Decision, User } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { RoleRef, Subject } from "../rbac/binding.ts";
import type { Rbac } from "../rbac/rbac.ts";
import { includesOrAny, nameMatches, pathMatches, resourceMatches } from "../rbac/rule-matching.ts";
import { type BindingName, rulesOf, subjectInNamespace } from "./who-can.ts";

/** The part in which a request does not match a rule. */
export type RuleMismatch = "namespace" | "verb" | "apiGroup" | "resource" | "name" | "path";

/** A binding that names the user. */
export interface CheckedBinding {
  readonly binding: BindingName;
  readonly roleRef: RoleRef;
  readonly subject: Subject;
  /** Number of its rules; undefined if its role is missing. */
  readonly rules: number | undefined;
  /** True if it applies to the namespace of the request. */
  readonly inScope: boolean;
}

/** The rule that matches a request best. */
export interface NearestRule {
  readonly rule: PolicyRule;
  readonly binding: BindingName;
  readonly roleRef: RoleRef;
  readonly differs: readonly RuleMismatch[];
}

/** Explanation of a decision. */
export interface Explanation {
  /** Decision of the authorizer. */
  readonly decision: Decision;
  readonly checked: readonly CheckedBinding[];
  /** The user's rule with the fewest mismatches; absent if the user has no rules. */
  readonly nearest?: NearestRule;
}

/** Sources of an explanation. */
export interface WhyDeniedOptions {
  readonly authorizer: Authorizer;
  readonly rbac: Pick<Rbac, "bindings" | "role">;
}

const whyDeniedOptions = optionsOf<WhyDeniedOptions>({
  authorizer: withMethods("an Authorizer of @svc/authz", "authorize"),
  rbac: withMethods("an Rbac of @svc/authz", "bindings", "role"),
});

/**
 * Explains why a user may not do something: the bindings considered and what does not match. Reads
 * all bindings.
 * @throws {TypeError} for a wrong argument
 */
export async function whyDenied(options: WhyDeniedOptions, attributes: Attributes): Promise<Explanation> {
  checkArgument("whyDenied: options", options, whyDeniedOptions);
  checkArgument("whyDenied: attributes", attributes, anObject);
  const { authorizer, rbac } = options;
  const decision = await authorizer.authorize(attributes);
  const checked: CheckedBinding[] = [];
  let nearest: NearestRule | undefined;
  for (const binding of rbac.bindings()) {
    const { namespace, name, roleRef } = binding;
    const subject = binding.subjects
      .map((s) => subjectInNamespace(s, namespace))
      .find((s) => namesUser(s, attributes.user));
    if (subject === undefined) continue;
    const inScope = namespace === "" || namespace === attributes.namespace;
    const rules = rulesOf(rbac, binding);
    checked.push({ binding: { namespace, name }, roleRef, subject, rules: rules?.length, inScope });
    for (const rule of rules ?? []) {
      const differs = [...(inScope ? [] : (["namespace"] as const)), ...mismatchesOf(rule, attributes)];
      if (nearest === undefined || differs.length < nearest.differs.length)
        nearest = { rule, binding: { namespace, name }, roleRef, differs };
    }
  }
  return { decision, checked, ...(nearest === undefined ? {} : { nearest }) };
}

/** Formats an explanation as one sentence: the nearest rule and its mismatches. */
export function explanationText({ decision, checked, nearest }: Explanation): string {
  if (decision.verdict === "allow") return `allowed: ${decision.reason}`;
  const missing = checked
    .filter((c) => c.inScope && c.rules === undefined)
    .map((c) => `${c.roleRef.kind} ${quote(c.roleRef.name)}`);
  const notFound = missing.length === 0 ? "" : `; not found: ${aggregateText(missing)}`;
  if (nearest === undefined) return `no binding gives the user anything${notFound}`;
  const { binding, roleRef, differs } = nearest;
  const where =
    binding.namespace === ""
      ? `ClusterRoleBinding ${quote(binding.name)}`
      : `RoleBinding ${quote(`${binding.name}/${binding.namespace}`)}`;
  const what = differs.length === 0 ? "allows it" : `does not fit in ${differs.join(", ")}`;
  return `the nearest rule, of ${roleRef.kind} ${quote(roleRef.name)} by ${where}, ${what}${notFound}`;
}

function namesUser({ kind, name, namespace = "" }: Subject, user: User): boolean {
  switch (kind) {
    case "User":
      return name === user.name;
    case "Group":
      return user.groups.includes(name);
    case "ServiceAccount":
      return namespace !== "" && user.name === `system:serviceaccount:${namespace}:${name}`;
    default:
      return false;
  }
}

function mismatchesOf(rule: PolicyRule, attributes: Attributes): readonly RuleMismatch[] {
  const found: RuleMismatch[] = [];
  if (!includesOrAny(rule.verbs, attributes.verb)) found.push("verb");
  if (!attributes.isResource)
    return pathMatches(rule.nonResourceURLs ?? [], attributes.path) ? found : [...found, "path"];
  if (!includesOrAny(rule.apiGroups ?? [], attributes.group)) found.push("apiGroup");
  if (!resourceMatches(rule.resources ?? [], attributes.resource, attributes.subresource)) found.push("resource");
  if (!nameMatches(rule.resourceNames ?? [], attributes.name)) found.push("name");
  return found;
}
