// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as admissionregistrationv1 from "./admissionregistration-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** What objects must be like to be let in, by expressions. */
export interface ValidatingAdmissionPolicy {
  kind: "ValidatingAdmissionPolicy";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

/** How a policy is. */
export interface ValidatingAdmissionPolicyStatus {
  /** Which generation of it was looked at. */
  observedGeneration?: number;
  /** What its expressions do wrong with types. */
  typeChecking?: TypeChecking;
  /** What it has come to. */
  conditions?: metav1.Condition[];
}

/** What expressions do wrong with types. */
export interface TypeChecking {
  /** One by one. */
  expressionWarnings?: ExpressionWarning[];
}

/** What an expression does wrong. */
export interface ExpressionWarning {
  /** Where it is. */
  fieldRef: string;
  /** What is wrong. */
  warning: string;
}

export interface ValidatingAdmissionPolicyList {
  kind: "ValidatingAdmissionPolicyList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicy[];
}

/** What must hold of what is written. */
export interface ValidatingAdmissionPolicySpec {
  /** The kind of its parameters. */
  paramKind?: ParamKind;
  /** Of which requests. */
  matchConstraints?: MatchResources;
  /** What must hold. */
  validations?: Validation[];
  /** What a mistake in it leads to: Fail or Ignore. */
  failurePolicy?: string;
  /** What is noted. */
  auditAnnotations?: AuditAnnotation[];
  /** The same, by expressions. */
  matchConditions?: MatchCondition[];
  /** Names for expressions. */
  variables?: Variable[];
}

/** The kind of a policy's parameters. */
export interface ParamKind {
  /** In which version of the API. */
  apiVersion?: string;
  /** The kind. */
  kind?: string;
}

/** Something that must hold. */
export interface Validation {
  /** An expression in CEL. */
  expression: string;
  /** What is said if it does not hold. */
  message?: string;
  /** In one word for programs. */
  reason?: string;
  /** An expression that makes the message. */
  messageExpression?: string;
}

/** A name for an expression. */
export interface Variable {
  /** The name: variables.<name>. */
  name: string;
  /** An expression in CEL. */
  expression: string;
}

/** Something that is noted. */
export interface AuditAnnotation {
  /** As what. */
  key: string;
  /** An expression that makes it. */
  valueExpression: string;
}

/** Where a validating policy holds, with which parameters, and what happens to what fails it. */
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

/** Where a policy counts. */
export interface ValidatingAdmissionPolicyBindingSpec {
  /** Which policy. */
  policyName?: string;
  /** Its parameters. */
  paramRef?: ParamRef;
  /** For which requests. */
  matchResources?: MatchResources;
  /** What follows: Deny, Warn, Audit. */
  validationActions?: ("Audit" | "Deny" | "Warn")[];
}

/** Parameters of a policy. */
export interface ParamRef {
  /** By name, */
  name?: string;
  /** Where they are. */
  namespace?: string;
  /** or by labels. */
  selector?: metav1.LabelSelector;
  /** What follows where there are none: Allow or Deny. */
  parameterNotFoundAction?: string;
}

/** Which requests a policy is about. */
export interface MatchResources {
  /** In which namespaces, by their labels. */
  namespaceSelector?: metav1.LabelSelector;
  /** Of which objects, by their labels. */
  objectSelector?: metav1.LabelSelector;
  /** Those that any of these fits, */
  resourceRules?: NamedRuleWithOperations[];
  /** and none of these. */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** Whether other versions of a kind count too: Exact or Equivalent. */
  matchPolicy?: string;
}

/** Which requests: all combinations of what is listed. */
export interface NamedRuleWithOperations {
  /** With which objects. Default all. */
  resourceNames?: string[];
  /** CREATE, UPDATE, DELETE, CONNECT, or * for all. */
  operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  /** In which groups. */
  apiGroups?: string[];
  /** In which versions. */
  apiVersions?: string[];
  /** With which resources. */
  resources?: string[];
  /** Cluster, Namespaced, or * for both. */
  scope?: string;
}

/** Servers that may refuse objects on their way in. */
export interface ValidatingWebhookConfiguration {
  kind: "ValidatingWebhookConfiguration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** The servers that are asked, each with what it wants to be asked about. */
  webhooks?: ValidatingWebhook[];
}

export interface ValidatingWebhookConfigurationList {
  kind: "ValidatingWebhookConfigurationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ValidatingWebhookConfiguration[];
}

/** Servers that may change or refuse objects on their way in. */
export interface MutatingWebhookConfiguration {
  kind: "MutatingWebhookConfiguration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** The servers that are asked, each with what it wants to be asked about. */
  webhooks?: MutatingWebhook[];
}

export interface MutatingWebhookConfigurationList {
  kind: "MutatingWebhookConfigurationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: MutatingWebhookConfiguration[];
}

/** A webhook that is asked before something is written. */
export interface ValidatingWebhook {
  /** What it is called: a full name of a domain. */
  name: string;
  /** How it is reached. */
  clientConfig: WebhookClientConfig;
  /** Of which requests it is asked. */
  rules?: admissionregistrationv1.RuleWithOperations[];
  /** What follows where it does not answer: Fail or Ignore. */
  failurePolicy?: string;
  /** Whether other versions of a kind count too: Exact or Equivalent. */
  matchPolicy?: string;
  /** In which namespaces, by their labels. */
  namespaceSelector?: metav1.LabelSelector;
  /** Of which objects, by their labels. */
  objectSelector?: metav1.LabelSelector;
  /** Whether it does more than answer: None or NoneOnDryRun. */
  sideEffects?: string;
  /** How long it may take, in seconds. Default 10. */
  timeoutSeconds?: number;
  /** Which versions of the question it understands, the best first. */
  admissionReviewVersions?: string[];
  /** The same, by expressions. */
  matchConditions?: MatchCondition[];
}

/** A webhook that may change what is written. */
export interface MutatingWebhook {
  /** What it is called: a full name of a domain. */
  name: string;
  /** How it is reached. */
  clientConfig: WebhookClientConfig;
  /** Of which requests it is asked. */
  rules?: admissionregistrationv1.RuleWithOperations[];
  /** What follows where it does not answer: Fail or Ignore. */
  failurePolicy?: string;
  /** Whether other versions of a kind count too: Exact or Equivalent. */
  matchPolicy?: string;
  /** In which namespaces, by their labels. */
  namespaceSelector?: metav1.LabelSelector;
  /** Of which objects, by their labels. */
  objectSelector?: metav1.LabelSelector;
  /** Whether it does more than answer: None or NoneOnDryRun. */
  sideEffects?: string;
  /** How long it may take, in seconds. Default 10. */
  timeoutSeconds?: number;
  /** Which versions of the question it understands, the best first. */
  admissionReviewVersions?: string[];
  /** Whether it is asked again when others change the object after it: Never or IfNeeded. */
  reinvocationPolicy?: string;
  /** The same, by expressions. */
  matchConditions?: MatchCondition[];
}

/** How a webhook is reached: by an address or by a service. */
export interface WebhookClientConfig {
  /** Its address. */
  url?: string;
  /** The service that it is. */
  service?: ServiceReference;
  /** Who signs its certificate, as PEM. Default those whom the machine trusts. */
  caBundle?: string;
}

/** A service that is asked over HTTPS. */
export interface ServiceReference {
  /** Where it is. */
  namespace: string;
  /** What it is called. */
  name: string;
  /** The path that is asked for. */
  path?: string;
  /** At which of its ports. Default 443. */
  port?: number;
}

/** What must hold of a request. */
export interface MatchCondition {
  /** What it is called. */
  name: string;
  /** An expression in CEL. */
  expression: string;
}
