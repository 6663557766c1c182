export { alwaysAllow, alwaysDeny, privilegedGroup } from "./always.ts";
export type { Attributes, Authorizer, Decision, SelectorRequirement, User } from "./authorizer.ts";
export { compactText, uncoveredRules } from "./rbac/covers.ts";
export {
  type DefaultBinding,
  type DefaultPolicy,
  type DefaultRole,
  defaultPolicy,
  policyMarks,
} from "./rbac/default-policy.ts";
export { type PolicyRule, ruleAllows } from "./rbac/policy-rule.ts";
export { type Binding, createRbac, type Rbac, type RoleRef, type Subject } from "./rbac/rbac.ts";
export { unionAuthorizer } from "./union.ts";
