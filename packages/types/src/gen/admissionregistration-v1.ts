// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface Rule {
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
}

/** Accepts or rejects objects during admission, by CEL expressions. */
export interface ValidatingAdmissionPolicy {
  kind: "ValidatingAdmissionPolicy";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

/** Observed state of a validating admission policy. */
export interface ValidatingAdmissionPolicyStatus {
  /** Generation of the policy that the controller last processed. */
  observedGeneration?: number;
  /** Results of type checking the expressions. Absent until the check is complete. */
  typeChecking?: TypeChecking;
  /** Conditions that describe the current state. */
  conditions?: metav1.Condition[];
}

/** Results of type checking the expressions of a policy. */
export interface TypeChecking {
  /** Warnings, one for each expression concerned. */
  expressionWarnings?: ExpressionWarning[];
}

/** A warning about an expression. */
export interface ExpressionWarning {
  /** Path of the field that contains the expression. */
  fieldRef: string;
  /** Text of the warning. */
  warning: string;
}

export interface ValidatingAdmissionPolicyList {
  kind: "ValidatingAdmissionPolicyList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicy[];
}

/** Desired state of a validating admission policy. */
export interface ValidatingAdmissionPolicySpec {
  /** Kind of the parameter objects. If absent, the policy has no parameters. */
  paramKind?: ParamKind;
  /** Resources to which the policy applies. Required. */
  matchConstraints?: MatchResources;
  /** Rules that must hold. Either these or auditAnnotations are required. */
  validations?: Validation[];
  /** What happens if an expression or the configuration is invalid: Fail or Ignore. Default Fail. */
  failurePolicy?: "Fail" | "Ignore";
  /** Annotations that the policy adds to the audit event of the request. */
  auditAnnotations?: AuditAnnotation[];
  /** CEL expressions on the request, which must all be true. At most 64. */
  matchConditions?: MatchCondition[];
  /** Named CEL expressions that later expressions can use as variables.<name>. */
  variables?: Variable[];
}

/** Kind of the parameter objects of a policy. */
export interface ParamKind {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Kind of the parameter objects. */
  kind?: string;
}

/** A rule of a validating admission policy. */
export interface Validation {
  /** CEL expression that must be true, on object, oldObject, request, params and authorizer. */
  expression: string;
  /** Message of the response if the rule fails. */
  message?: string;
  /** Machine-readable cause in the response, for example Invalid or Forbidden. Default Invalid. */
  reason?: string;
  /** CEL expression that evaluates to the message. Takes precedence over the field message. */
  messageExpression?: string;
}

/** A named CEL expression of a policy. */
export interface Variable {
  /** Name of the variable, unique in the policy. */
  name: string;
  /** CEL expression of its value. */
  expression: string;
}

/** An annotation of the audit event. */
export interface AuditAnnotation {
  /** Key of the annotation. The name of the policy and a slash are put before it. */
  key: string;
  /** CEL expression of the value: a string, or null for no annotation. */
  valueExpression: string;
}

/** Activates a validating admission policy for matching resources, with parameters and the actions on failure. */
export interface ValidatingAdmissionPolicyBinding {
  kind: "ValidatingAdmissionPolicyBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingList {
  kind: "ValidatingAdmissionPolicyBindingList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicyBinding[];
}

/** Desired state of a validating admission policy binding. */
export interface ValidatingAdmissionPolicyBindingSpec {
  /** Name of the policy. */
  policyName?: string;
  /** Parameter objects for the policy. */
  paramRef?: ParamRef;
  /** Further restricts the resources to which the policy applies. */
  matchResources?: MatchResources;
  /** What happens when a rule fails: Deny, Warn, Audit. Deny and Warn can't be combined. */
  validationActions?: ("Audit" | "Deny" | "Warn")[];
}

/** Selects the parameter objects of a policy. Either name or selector is set. */
export interface ParamRef {
  /** Name of the parameter object. */
  name?: string;
  /** Namespace of the parameter objects. If absent, that of the request's object. */
  namespace?: string;
  /** Label selector of the parameter objects. */
  selector?: metav1.LabelSelector;
  /** What happens if no object matches: Allow or Deny. */
  parameterNotFoundAction?: string;
}

/** Matches requests by operation, resource and labels. Every field must match. */
export interface MatchResources {
  /** Selects objects by the labels of their namespace. Default all. */
  namespaceSelector?: metav1.LabelSelector;
  /** Selects objects by their labels: the new or the old object must match. Default all. */
  objectSelector?: metav1.LabelSelector;
  /** Operations and resources that match: any of the rules. */
  resourceRules?: NamedRuleWithOperations[];
  /** Operations and resources that don't match. Takes precedence over resourceRules. */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** Whether requests for other versions of a matching resource match as well: Exact or Equivalent. Default Equivalent. */
  matchPolicy?: "Equivalent" | "Exact";
}

/** Matches requests by operation, resource and name. Every field must match. */
export interface NamedRuleWithOperations {
  /** Names of the objects. If empty, all names. */
  resourceNames?: string[];
  /** CREATE, UPDATE, DELETE, CONNECT, or * for all. */
  operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  /** API groups, or * for all. */
  apiGroups?: string[];
  /** API versions, or * for all. */
  apiVersions?: string[];
  /** Resources, as <resource> or <resource>/<subresource>. * matches all resources, *\/* subresources too. */
  resources?: string[];
  /** Scope of the resources: Cluster, Namespaced, or * for both. Default *. */
  scope?: string;
}

/** Webhooks that can reject objects during admission, without changing them. */
export interface ValidatingWebhookConfiguration {
  kind: "ValidatingWebhookConfiguration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Webhooks, each with the requests for which the server calls it. */
  webhooks?: ValidatingWebhook[];
}

export interface ValidatingWebhookConfigurationList {
  kind: "ValidatingWebhookConfigurationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ValidatingWebhookConfiguration[];
}

/** Webhooks that can change or reject objects during admission. */
export interface MutatingWebhookConfiguration {
  kind: "MutatingWebhookConfiguration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Webhooks, each with the requests for which the server calls it. */
  webhooks?: MutatingWebhook[];
}

export interface MutatingWebhookConfigurationList {
  kind: "MutatingWebhookConfigurationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: MutatingWebhookConfiguration[];
}

/** A webhook that can reject a write, without changing the object. */
export interface ValidatingWebhook {
  /** Fully qualified name of the webhook, for example image-policy.example.com. */
  name: string;
  /** How the server connects to the webhook. */
  clientConfig: WebhookClientConfig;
  /** Operations and resources for which the server calls the webhook. */
  rules?: RuleWithOperations[];
  /** What happens if the call fails or times out: Fail or Ignore. Default Fail. */
  failurePolicy?: "Fail" | "Ignore";
  /** Whether requests for other versions of a matching resource match as well: Exact or Equivalent. Default Equivalent. */
  matchPolicy?: "Equivalent" | "Exact";
  /** Selects objects by the labels of their namespace. Default all. */
  namespaceSelector?: metav1.LabelSelector;
  /** Selects objects by their labels: the new or the old object must match. Default all. */
  objectSelector?: metav1.LabelSelector;
  /** Whether calls have side effects: None or NoneOnDryRun. */
  sideEffects: "None" | "NoneOnDryRun" | "Some" | "Unknown";
  /** Timeout of a call in seconds: 1 to 30. Default 10. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview that the webhook accepts, in order of preference. */
  admissionReviewVersions: string[];
  /** CEL expressions on the request, which must all be true. At most 64. */
  matchConditions?: MatchCondition[];
}

/** A webhook that can change the object of a write or reject the write. */
export interface MutatingWebhook {
  /** Fully qualified name of the webhook, for example image-policy.example.com. */
  name: string;
  /** How the server connects to the webhook. */
  clientConfig: WebhookClientConfig;
  /** Operations and resources for which the server calls the webhook. */
  rules?: RuleWithOperations[];
  /** What happens if the call fails or times out: Fail or Ignore. Default Fail. */
  failurePolicy?: "Fail" | "Ignore";
  /** Whether requests for other versions of a matching resource match as well: Exact or Equivalent. Default Equivalent. */
  matchPolicy?: "Equivalent" | "Exact";
  /** Selects objects by the labels of their namespace. Default all. */
  namespaceSelector?: metav1.LabelSelector;
  /** Selects objects by their labels: the new or the old object must match. Default all. */
  objectSelector?: metav1.LabelSelector;
  /** Whether calls have side effects: None or NoneOnDryRun. */
  sideEffects: "None" | "NoneOnDryRun" | "Some" | "Unknown";
  /** Timeout of a call in seconds: 1 to 30. Default 10. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview that the webhook accepts, in order of preference. */
  admissionReviewVersions: string[];
  /** Whether the server calls it again if later steps change the object: Never or IfNeeded. Default Never. */
  reinvocationPolicy?: "IfNeeded" | "Never";
  /** CEL expressions on the request, which must all be true. At most 64. */
  matchConditions?: MatchCondition[];
}

/** Matches requests by operation and resource. Every field must match. */
export interface RuleWithOperations {
  /** CREATE, UPDATE, DELETE, CONNECT, or * for all. */
  operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  /** API groups, or * for all. */
  apiGroups?: string[];
  /** API versions, or * for all. */
  apiVersions?: string[];
  /** Resources, as <resource> or <resource>/<subresource>. * matches all resources, *\/* subresources too. */
  resources?: string[];
  /** Scope of the resources: Cluster, Namespaced, or * for both. Default *. */
  scope?: string;
}

/** How the server connects to a webhook: either url or service is set. */
export interface WebhookClientConfig {
  /** URL of the webhook, with the scheme https. It can't contain credentials, a query or a fragment. */
  url?: string;
  /** Service of the webhook, for webhooks that run in the cluster. */
  service?: ServiceReference;
  /** PEM bundle of CA certificates that verify the webhook's certificate. If absent, the trusted roots of the server's system. */
  caBundle?: string;
}

/** Reference to a service that the server calls over HTTPS. */
export interface ServiceReference {
  /** Namespace of the service. */
  namespace: string;
  /** Name of the service. */
  name: string;
  /** URL path of the requests. */
  path?: string;
  /** Port of the service. Default 443. */
  port?: number;
}

/** A CEL expression that must be true for a request to match. */
export interface MatchCondition {
  /** Name of the condition, unique in the list. */
  name: string;
  /** CEL expression on object, oldObject, request and authorizer. */
  expression: string;
}
