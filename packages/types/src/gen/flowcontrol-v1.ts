// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Assigns matching requests to a priority level and divides them into flows that share it fairly. */
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

/** Desired state of a flow schema. */
export interface FlowSchemaSpec {
  /** Priority level of the requests. */
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /** Precedence among matching schemas: the lowest number wins. 1 to 10000. Default 1000. */
  matchingPrecedence?: number;
  /** How the requests are divided into flows. If absent, they form one flow. */
  distinguisherMethod?: FlowDistinguisherMethod;
  /** Rules that match requests. A request matches the schema if any rule matches. */
  rules?: PolicyRulesWithSubjects[];
}

/** How requests of a flow schema are divided into flows. */
export interface FlowDistinguisherMethod {
  /** ByUser or ByNamespace. */
  type: string;
}

/** Reference to a priority level. */
export interface PriorityLevelConfigurationReference {
  /** Name of the priority level. */
  name: string;
}

/** Matches requests of any of the subjects that match any of the rules. */
export interface PolicyRulesWithSubjects {
  /** Users, groups and service accounts. */
  subjects: Subject[];
  /** Rules for requests on resources. */
  resourceRules?: ResourcePolicyRule[];
  /** Rules for requests on paths that are no resources. */
  nonResourceRules?: NonResourcePolicyRule[];
}

/** A user, group or service account. */
export interface Subject {
  /** User, Group or ServiceAccount. */
  kind: string;
  /** User to match. Set for the kind User. */
  user?: UserSubject;
  /** Group to match. Set for the kind Group. */
  group?: GroupSubject;
  /** Service account to match. Set for the kind ServiceAccount. */
  serviceAccount?: ServiceAccountSubject;
}

/** Matches a user. */
export interface UserSubject {
  /** Name of the user, or * for all. */
  name: string;
}

/** Matches a group of users. */
export interface GroupSubject {
  /** Name of the group. */
  name: string;
}

/** Matches a service account. */
export interface ServiceAccountSubject {
  /** Namespace of the service account. */
  namespace: string;
  /** Name of the service account, or * for all of the namespace. */
  name: string;
}

/** Matches requests on resources. Every field must match. */
export interface ResourcePolicyRule {
  /** Verbs, or * for all. */
  verbs: string[];
  /** API groups: empty for the core group, or * for all. */
  apiGroups: string[];
  /** Resources, or * for all. Subresources are written as <resource>/<subresource>. */
  resources: string[];
  /** If true, requests on cluster-scoped resources match as well. */
  clusterScope?: boolean;
  /** Namespaces, or * for all. */
  namespaces?: string[];
}

/** Matches requests on paths that are no resources. Every field must match. */
export interface NonResourcePolicyRule {
  /** Verbs, or * for all. */
  verbs: string[];
  /** Paths that are no resources, or * for all. A trailing * matches all paths below. */
  nonResourceURLs: string[];
}

/** Observed state of a flow schema. */
export interface FlowSchemaStatus {
  /** Conditions that describe the current state. */
  conditions?: FlowSchemaCondition[];
}

/** One aspect of the current state of a flow schema. */
export interface FlowSchemaCondition {
  /** Type of the condition. */
  type?: string;
  /** Whether the condition holds: True, False or Unknown. */
  status?: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Limits how many requests of a priority level run concurrently, and how excess requests queue. */
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

/** Desired state of a priority level. */
export interface PriorityLevelConfigurationSpec {
  /** Exempt, whose requests are never limited, or Limited. */
  type: string;
  /** Settings of the type Limited. */
  limited?: LimitedPriorityLevelConfiguration;
  /** Settings of the type Exempt. */
  exempt?: ExemptPriorityLevelConfiguration;
}

/** Settings of a priority level whose concurrency is limited. */
export interface LimitedPriorityLevelConfiguration {
  /** Share of the server's concurrency limit, relative to the shares of the other levels. Default 30 for limited levels, 0 for exempt ones. */
  nominalConcurrencyShares?: number;
  /** What happens to requests above the limit. */
  limitResponse?: LimitResponse;
  /** Percentage of the level's own limit that other levels can borrow: 0 to 100. Default 0. */
  lendablePercent?: number;
  /** Maximum that the level can borrow, in percent of its own limit. If absent, no maximum. */
  borrowingLimitPercent?: number;
}

/** Settings of a priority level whose requests are never limited. */
export interface ExemptPriorityLevelConfiguration {
  /** Share of the server's concurrency limit, relative to the shares of the other levels. Default 30 for limited levels, 0 for exempt ones. */
  nominalConcurrencyShares?: number;
  /** Percentage of the level's own limit that other levels can borrow: 0 to 100. Default 0. */
  lendablePercent?: number;
}

/** What happens to requests above the concurrency limit. */
export interface LimitResponse {
  /** Queue or Reject. */
  type: string;
  /** Settings of the queues, for the type Queue. */
  queuing?: QueuingConfiguration;
}

/** Settings of the queues of a priority level. */
export interface QueuingConfiguration {
  /** Number of queues. Default 64. */
  queues?: number;
  /** Number of queues among which a flow chooses the shortest. Default 8. */
  handSize?: number;
  /** Maximum number of requests in a queue. Further ones are rejected. Default 50. */
  queueLengthLimit?: number;
}

/** Observed state of a priority level. */
export interface PriorityLevelConfigurationStatus {
  /** Conditions that describe the current state. */
  conditions?: PriorityLevelConfigurationCondition[];
}

/** One aspect of the current state of a priority level. */
export interface PriorityLevelConfigurationCondition {
  /** Type of the condition. */
  type?: string;
  /** Whether the condition holds: True, False or Unknown. */
  status?: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}
