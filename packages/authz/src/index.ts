export { alwaysAllow, alwaysDeny, privilegedGroup } from "./always.ts";
export type { Attributes, Authorizer, Decision, SelectorRequirement, User } from "./authorizer.ts";
export type { Binding, RoleRef, Subject } from "./rbac/binding.ts";
export { compactText, uncoveredRules } from "./rbac/covers.ts";
export {
  type DefaultBinding,
  type DefaultPolicy,
  type DefaultRole,
  defaultPolicy,
  policyMarks,
} from "./rbac/default-policy.ts";
export type { Grant } from "./rbac/grants.ts";
export { type PolicyRule, policyRulesFrom, ruleAllows } from "./rbac/policy-rule.ts";
export { createRbac, type Rbac } from "./rbac/rbac.ts";
export { unionAuthorizer } from "./union.ts";
