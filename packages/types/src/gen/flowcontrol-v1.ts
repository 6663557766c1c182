// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Sorts requests: those that match share the room of one priority level, fairly among flows. */
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

/** Which requests belong together, and how important they are. */
export interface FlowSchemaSpec {
  /** How important. */
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /** The schema with the smallest number counts. */
  matchingPrecedence?: number;
  /** What makes one flow different from another: ByUser or ByNamespace. */
  distinguisherMethod?: FlowDistinguisherMethod;
  /** Which requests: those that any of them fits. */
  rules?: PolicyRulesWithSubjects[];
}

/** What makes one flow different from another. */
export interface FlowDistinguisherMethod {
  /** ByUser or ByNamespace. */
  type: string;
}

/** A priority level. */
export interface PriorityLevelConfigurationReference {
  /** What it is called. */
  name: string;
}

/** Requests: of whom, and for what. */
export interface PolicyRulesWithSubjects {
  /** Of whom. */
  subjects: Subject[];
  /** For resources. */
  resourceRules?: ResourcePolicyRule[];
  /** For paths. */
  nonResourceRules?: NonResourcePolicyRule[];
}

/** Who. */
export interface Subject {
  /** User, Group or ServiceAccount. */
  kind: string;
  /** A user. */
  user?: UserSubject;
  /** A group. */
  group?: GroupSubject;
  /** A service account. */
  serviceAccount?: ServiceAccountSubject;
}

/** A user. */
export interface UserSubject {
  /** What he is called; * for all. */
  name: string;
}

/** A group. */
export interface GroupSubject {
  /** What it is called. */
  name: string;
}

/** A service account. */
export interface ServiceAccountSubject {
  /** Where it is. */
  namespace: string;
  /** What it is called; * for all. */
  name: string;
}

/** Requests for resources: all combinations of what is listed. */
export interface ResourcePolicyRule {
  /** What; * for all. */
  verbs: string[];
  /** In which groups; * for all. */
  apiGroups: string[];
  /** With which; * for all. */
  resources: string[];
  /** Whether those of the cluster count too. */
  clusterScope?: boolean;
  /** In which namespaces; * for all. */
  namespaces?: string[];
}

/** Requests for paths. */
export interface NonResourcePolicyRule {
  /** What; * for all. */
  verbs: string[];
  /** Which; * for all. */
  nonResourceURLs: string[];
}

/** How it is. */
export interface FlowSchemaStatus {
  /** What it has come to. */
  conditions?: FlowSchemaCondition[];
}

/** One thing that a flow schema has come to, or not. */
export interface FlowSchemaCondition {
  /** What it is about. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** How much of the server the requests of one level may take, and whether they queue. */
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

/** What requests of a level get. */
export interface PriorityLevelConfigurationSpec {
  /** Exempt or Limited. */
  type: string;
  /** The bounds, of type Limited. */
  limited?: LimitedPriorityLevelConfiguration;
  /** What is lent, of type Exempt. */
  exempt?: ExemptPriorityLevelConfiguration;
}

/** Bounds of a level. */
export interface LimitedPriorityLevelConfiguration {
  /** Its share of what the server does at once. */
  nominalConcurrencyShares?: number;
  /** What becomes of more: Queue or Reject. */
  limitResponse?: LimitResponse;
  /** How much of it others may use. */
  lendablePercent?: number;
  /** How much it may use of others. */
  borrowingLimitPercent?: number;
}

/** What a level lends that has no bounds. */
export interface ExemptPriorityLevelConfiguration {
  /** Its share of what the server does at once. */
  nominalConcurrencyShares?: number;
  /** How much of it others may use. */
  lendablePercent?: number;
}

/** What becomes of requests that are too many. */
export interface LimitResponse {
  /** Queue or Reject. */
  type: string;
  /** How they wait. */
  queuing?: QueuingConfiguration;
}

/** How requests wait. */
export interface QueuingConfiguration {
  /** In how many queues. */
  queues?: number;
  /** Among how many of them one flow is dealt. */
  handSize?: number;
  /** How many wait in one. */
  queueLengthLimit?: number;
}

/** How it is. */
export interface PriorityLevelConfigurationStatus {
  /** What it has come to. */
  conditions?: PriorityLevelConfigurationCondition[];
}

/** One thing that a priority level has come to, or not. */
export interface PriorityLevelConfigurationCondition {
  /** What it is about. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}
