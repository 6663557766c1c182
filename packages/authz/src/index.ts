export { createAbac } from "./abac/abac.ts";
export { type ParsedPolicies, type PolicyProblem, parsePolicies } from "./abac/parse-policies.ts";
export type { AbacPolicy } from "./abac/policy.ts";
export { type AccessOptions, accessAttributes } from "./access-attributes.ts";
export type {
  Attributes,
  AuthorizeOptions,
  Authorizer,
  Decision,
  RuleList,
  SelectorRequirement,
  User,
} from "./authorizer.ts";
export {
  type AuthorizationConfiguration,
  type AuthorizerConfiguration,
  type AuthorizerType,
  authorizerTypes,
  type WebhookConfiguration,
} from "./configuration/configuration.ts";
export {
  type ConfiguredAuthorizer,
  type ConfiguredOptions,
  createConfiguredAuthorizer,
} from "./configuration/configured-authorizer.ts";
export {
  createConfigurationParser,
  type ParsedConfiguration,
  type ParseOptions,
  replacementProblem,
} from "./configuration/parse.ts";
export { alwaysAllow, alwaysDeny, privilegedGroup } from "./constant-authorizers.ts";
export { type AccessQuery, type AllowedSubject, type BindingName, whoCan } from "./explain/who-can.ts";
export {
  type CheckedBinding,
  type Explanation,
  explanationText,
  type NearestRule,
  type RuleMismatch,
  type WhyDeniedOptions,
  whyDenied,
} from "./explain/why-denied.ts";
export { createNodeAuthorizer, type NodeAuthorizerOptions } from "./node/node-authorizer.ts";
export { createNodeGraph, type NodeGraph, type NodeObjectKey, type NodeObjectKind } from "./node/node-graph.ts";
export { nodeNameOf } from "./node/node-identity.ts";
export { podReferences, type Reference, type ReferenceKind } from "./node/pod-references.ts";
export type { PolicyRule } from "./policy-rule.ts";
export type { Binding, RoleRef, Subject } from "./rbac/binding.ts";
export {
  type DefaultBinding,
  type DefaultPolicy,
  type DefaultRole,
  defaultPolicy,
  policyMetadata,
} from "./rbac/default-policy.ts";
export type { Grant } from "./rbac/grants.ts";
export { createRbac, type Rbac } from "./rbac/rbac.ts";
export { compactText, uncoveredRules } from "./rbac/rule-coverage.ts";
export { policyRulesFrom } from "./rbac/rule-matching.ts";
export { unionAuthorizer } from "./union.ts";
export {
  type CompiledCondition,
  createMatchConditions,
  type MatchConditions,
  type MatchResult,
} from "./webhook/match-conditions.ts";
export type { ReviewVersion } from "./webhook/review.ts";
export { createWebhookAuthorizer, type SendReview, type WebhookOptions } from "./webhook/webhook.ts";
