// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

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
  failurePolicy?: "Fail" | "Ignore";
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
  parameterNotFoundAction?: "Allow" | "Deny";
}

export interface MatchResources {
  namespaceSelector?: metav1.LabelSelector;
  objectSelector?: metav1.LabelSelector;
  resourceRules?: NamedRuleWithOperations[];
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: "Equivalent" | "Exact";
}

export interface NamedRuleWithOperations {
  resourceNames?: string[];
  operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
}

export interface MutatingAdmissionPolicy {
  kind: "MutatingAdmissionPolicy";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

export interface MutatingAdmissionPolicyList {
  kind: "MutatingAdmissionPolicyList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicy[];
}

export interface MutatingAdmissionPolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  variables?: Variable[];
  mutations?: Mutation[];
  failurePolicy?: "Fail" | "Ignore";
  matchConditions?: MatchCondition[];
  reinvocationPolicy?: "IfNeeded" | "Never";
}

export interface Mutation {
  patchType: "ApplyConfiguration" | "JSONPatch";
  applyConfiguration?: ApplyConfiguration;
  jsonPatch?: JSONPatch;
}

export interface ApplyConfiguration {
  expression?: string;
}

export interface JSONPatch {
  expression?: string;
}

export interface MutatingAdmissionPolicyBinding {
  kind: "MutatingAdmissionPolicyBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingList {
  kind: "MutatingAdmissionPolicyBindingList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: ParamRef;
  matchResources?: MatchResources;
}

export interface MatchCondition {
  name: string;
  expression: string;
}
