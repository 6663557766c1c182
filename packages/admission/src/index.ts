export type {
  AdmissionPlugin,
  AdmissionRequest,
  AdmissionUser,
  AdmittedType,
  AuditAnnotator,
  Operation,
  SentOptions,
  StepTimes,
  TraceEvent,
  TraceStep,
} from "./admission.ts";
export { type Admission, createAdmission } from "./admission-chain.ts";
export { createExpressions } from "./expressions/admission-expressions.ts";
export { forbidden } from "./forbidden.ts";
export type { MatchCondition, MatchSpec, ResourceRule, StepMatch } from "./match-spec.ts";
export { configurationKinds } from "./matching/exempt-kinds.ts";
export { forgetWritten, membersBeyondSchema, restrictWritten } from "./matching/written-form.ts";
export { MutationRounds } from "./mutation-rounds.ts";
export type { NamespaceSource } from "./namespace-source.ts";
export type { ObjectList } from "./object-list.ts";
export {
  createPolicyEvaluator,
  type PolicyEvaluator,
  type PolicyEvaluatorOptions,
  type PolicyRequest,
  type PolicyResult,
} from "./offline/policy-evaluator.ts";
export { type OwnStepDeps, ownStep } from "./own-steps/own-step.ts";
export { mutatingPolicies } from "./policies/mutating-policies.ts";
export type { MutatingPolicyOptions } from "./policies/mutating-policy-options.ts";
export type { ParamKind, ParamSource } from "./policies/params.ts";
export type { PolicyCheck, PolicyConditions, PolicyObserver } from "./policies/policy-observer.ts";
export { type ValidatingPolicyOptions, validatingPolicies } from "./policies/validating-policies.ts";
export {
  type CheckedKind,
  type CheckedKinds,
  type ExpressionWarning,
  typeWarnings,
} from "./type-checking/check-types.ts";
export {
  type AroundWebhookCall,
  type WebhookCall,
  WebhookCallError,
  type WebhookCaller,
  type WebhookResponse,
} from "./webhooks/caller.ts";
export { mutatingWebhooks } from "./webhooks/mutating-webhooks.ts";
export type { WebhookObserver, WebhookOutcome, WebhookType } from "./webhooks/observer.ts";
export { type FailureResponse, failureProblem } from "./webhooks/response-problem.ts";
export { validatingWebhooks } from "./webhooks/validating-webhooks.ts";
export type { Webhook, WebhookClient, WebhookSpec } from "./webhooks/webhook.ts";
export type {
  WebhookConnectionOptions,
  WebhookCredential,
  WebhookCredentials,
  WebhookIdentityOptions,
} from "./webhooks/webhook-options.ts";
export type { WebhookOptions } from "./webhooks/webhook-step-options.ts";
