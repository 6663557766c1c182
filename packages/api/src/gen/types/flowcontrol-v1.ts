// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface FlowSchema {
  kind: "FlowSchema";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: FlowSchemaSpec;
  status?: FlowSchemaStatus;
}

export interface FlowSchemaList {
  kind: "FlowSchemaList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: FlowSchema[];
}

export interface FlowSchemaSpec {
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  matchingPrecedence?: number;
  distinguisherMethod?: FlowDistinguisherMethod;
  rules?: PolicyRulesWithSubjects[];
}

export interface FlowDistinguisherMethod {
  type: string;
}

export interface PriorityLevelConfigurationReference {
  name: string;
}

export interface PolicyRulesWithSubjects {
  subjects: Subject[];
  resourceRules?: ResourcePolicyRule[];
  nonResourceRules?: NonResourcePolicyRule[];
}

export interface Subject {
  kind: string;
  user?: UserSubject;
  group?: GroupSubject;
  serviceAccount?: ServiceAccountSubject;
}

export interface UserSubject {
  name: string;
}

export interface GroupSubject {
  name: string;
}

export interface ServiceAccountSubject {
  namespace: string;
  name: string;
}

export interface ResourcePolicyRule {
  verbs: string[];
  apiGroups: string[];
  resources: string[];
  clusterScope?: boolean;
  namespaces?: string[];
}

export interface NonResourcePolicyRule {
  verbs: string[];
  nonResourceURLs: string[];
}

export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[];
}

export interface FlowSchemaCondition {
  type?: string;
  status?: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface PriorityLevelConfiguration {
  kind: "PriorityLevelConfiguration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: PriorityLevelConfigurationSpec;
  status?: PriorityLevelConfigurationStatus;
}

export interface PriorityLevelConfigurationList {
  kind: "PriorityLevelConfigurationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PriorityLevelConfiguration[];
}

export interface PriorityLevelConfigurationSpec {
  type: string;
  limited?: LimitedPriorityLevelConfiguration;
  exempt?: ExemptPriorityLevelConfiguration;
}

export interface LimitedPriorityLevelConfiguration {
  nominalConcurrencyShares?: number;
  limitResponse?: LimitResponse;
  lendablePercent?: number;
  borrowingLimitPercent?: number;
}

export interface ExemptPriorityLevelConfiguration {
  nominalConcurrencyShares?: number;
  lendablePercent?: number;
}

export interface LimitResponse {
  type: string;
  queuing?: QueuingConfiguration;
}

export interface QueuingConfiguration {
  queues?: number;
  handSize?: number;
  queueLengthLimit?: number;
}

export interface PriorityLevelConfigurationStatus {
  conditions?: PriorityLevelConfigurationCondition[];
}

export interface PriorityLevelConfigurationCondition {
  type?: string;
  status?: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}
