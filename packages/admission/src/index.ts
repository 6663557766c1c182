export {
  type Admission,
  type AdmissionPlugin,
  type AdmissionRequest,
  type AdmissionUser,
  type AdmittedType,
  createAdmission,
  MutationRounds,
  type Operation,
  type SentOptions,
  type StepTimes,
} from "./admission.ts";
export { alwaysAdmit, alwaysDeny } from "./always.ts";
export { type CertificateOptions, certificateApproval, certificateSigning } from "./certificates/signers.ts";
export { certificateSubjectRestriction } from "./certificates/subject-restriction.ts";
export { clusterTrustBundleAttest } from "./certificates/trust-bundle-attest.ts";
export { type ClaimResizeOptions, persistentVolumeClaimResize } from "./claim-resize.ts";
export { type DefaultClassOptions, defaultIngressClass, defaultStorageClass } from "./default-class/default-class.ts";
export { denyServiceExternalIps } from "./deny-external-ips.ts";
export { type EventRateLimitOptions, eventRateLimit } from "./event-rate-limit/event-rate-limit.ts";
export { createExpressions } from "./expressions/admission-expressions.ts";
export { type ImagePolicyOptions, imagePolicyWebhook } from "./image-policy/image-policy.ts";
export { type LimitRangerOptions, limitRanger } from "./limit-ranger/limit-ranger.ts";
export { type NamespaceAutoProvisionOptions, namespaceAutoProvision } from "./namespace-auto-provision.ts";
export { namespaceExists } from "./namespace-exists.ts";
export { type NamespaceLifecycleOptions, type NamespaceSource, namespaceLifecycle } from "./namespace-lifecycle.ts";
export { type NodeRestrictionOptions, nodeRestriction } from "./node-restriction/node-restriction.ts";
export type { ObjectSource } from "./node-restriction/request.ts";
export type { ObjectList } from "./object-list.ts";
export {
  createPolicyEvaluator,
  type PolicyAnswer,
  type PolicyEvaluator,
  type PolicyEvaluatorOptions,
  type PolicyQuestion,
} from "./offline/policy-evaluator.ts";
export type {
  AdmissionOptions,
  WebhookConnectionOptions,
  WebhookCredential,
  WebhookCredentials,
  WebhookIdentityOptions,
} from "./options/admission-options.ts";
export { type OwnerReferencesOptions, ownerReferencesPermissionEnforcement } from "./owner-references.ts";
export { type PodSecurityOptions, podSecurity } from "./pod-security/pod-security.ts";
export { alwaysPullImages } from "./pods/always-pull-images.ts";
export { limitPodHardAntiAffinityTopology } from "./pods/anti-affinity-topology.ts";
export { type DefaultTolerationSecondsOptions, defaultTolerationSeconds } from "./pods/default-toleration-seconds.ts";
export { extendedResourceToleration } from "./pods/extended-resource-toleration.ts";
export { type PodNodeSelectorOptions, podNodeSelector } from "./pods/node-selector.ts";
export { type PriorityOptions, priority } from "./pods/priority.ts";
export { type RuntimeClassOptions, runtimeClass } from "./pods/runtime-class.ts";
export { type PodTolerationRestrictionOptions, podTolerationRestriction } from "./pods/toleration-restriction.ts";
export { type MutatingPolicyOptions, mutatingPolicies } from "./policies/mutating-policies.ts";
export type { ParamKind, ParamSource } from "./policies/params.ts";
export type { PolicyCheck, PolicyObserver } from "./policies/policy-observer.ts";
export { type ValidatingPolicyOptions, validatingPolicies } from "./policies/validating-policies.ts";
export { type ResourceQuotaOptions, resourceQuota } from "./resource-quota/resource-quota.ts";
export { type ServiceAccountOptions, serviceAccount } from "./service-account/service-account.ts";
export { storageObjectInUseProtection } from "./storage-object-protection.ts";
export { taintNodesByCondition } from "./taint-nodes.ts";
export {
  type CheckedKind,
  type CheckedKinds,
  type ExpressionWarning,
  typeWarnings,
} from "./type-checking/check-types.ts";
export { type WebhookAnswer, type WebhookCall, WebhookCallError, type WebhookCaller } from "./webhooks/caller.ts";
export { mutatingWebhooks } from "./webhooks/mutating-webhooks.ts";
export type { WebhookObserver, WebhookOutcome, WebhookType } from "./webhooks/observer.ts";
export { validatingWebhooks } from "./webhooks/validating-webhooks.ts";
export type { Webhook, WebhookClient, WebhookSpec } from "./webhooks/webhook.ts";
export type { WebhookOptions } from "./webhooks/webhook-plugin.ts";
export { configurationKinds } from "./webhooks/webhook-plugin.ts";
