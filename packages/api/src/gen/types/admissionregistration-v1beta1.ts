// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as admissionregistrationv1 from "./admissionregistration-v1.ts";
import type * as metav1 from "./meta-v1.ts";

export interface ValidatingAdmissionPolicy {
  kind: "ValidatingAdmissionPolicy";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

export interface ValidatingAdmissionPolicyStatus {
  observedGeneration?: number;
  typeChecking?: TypeChecking;
  conditions?: metav1.Condition[];
}

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[];
}

export interface ExpressionWarning {
  fieldRef: string;
  warning: string;
}

export interface ValidatingAdmissionPolicyList {
  kind: "ValidatingAdmissionPolicyList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicy[];
}

export interface ValidatingAdmissionPolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  validations?: Validation[];
  failurePolicy?: string;
  auditAnnotations?: AuditAnnotation[];
  matchConditions?: MatchCondition[];
  variables?: Variable[];
}

export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

export interface Validation {
  expression: string;
  message?: string;
  reason?: string;
  messageExpression?: string;
}

export interface Variable {
  name: string;
  expression: string;
}

export interface AuditAnnotation {
  key: string;
  valueExpression: string;
}

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

export interface ValidatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: ParamRef;
  matchResources?: MatchResources;
  validationActions?: ("Audit" | "Deny" | "Warn")[];
}

export interface ParamRef {
  name?: string;
  namespace?: string;
  selector?: metav1.LabelSelector;
  parameterNotFoundAction?: string;
}

export interface MatchResources {
  namespaceSelector?: metav1.LabelSelector;
  objectSelector?: metav1.LabelSelector;
  resourceRules?: NamedRuleWithOperations[];
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: string;
}

export interface NamedRuleWithOperations {
  resourceNames?: string[];
  operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
}

export interface ValidatingWebhookConfiguration {
  kind: "ValidatingWebhookConfiguration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  webhooks?: ValidatingWebhook[];
}

export interface ValidatingWebhookConfigurationList {
  kind: "ValidatingWebhookConfigurationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ValidatingWebhookConfiguration[];
}

export interface MutatingWebhookConfiguration {
  kind: "MutatingWebhookConfiguration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  webhooks?: MutatingWebhook[];
}

export interface MutatingWebhookConfigurationList {
  kind: "MutatingWebhookConfigurationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: MutatingWebhookConfiguration[];
}

export interface ValidatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: admissionregistrationv1.RuleWithOperations[];
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: metav1.LabelSelector;
  objectSelector?: metav1.LabelSelector;
  sideEffects?: string;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[];
  matchConditions?: MatchCondition[];
}

export interface MutatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: admissionregistrationv1.RuleWithOperations[];
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: metav1.LabelSelector;
  objectSelector?: metav1.LabelSelector;
  sideEffects?: string;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[];
  reinvocationPolicy?: string;
  matchConditions?: MatchCondition[];
}

export interface WebhookClientConfig {
  url?: string;
  service?: ServiceReference;
  caBundle?: string;
}

export interface ServiceReference {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

export interface MatchCondition {
  name: string;
  expression: string;
}
