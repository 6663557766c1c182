// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Checks whether a user or group is authorized to perform an action. */
export interface SubjectAccessReview {
  kind: "SubjectAccessReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** Checks whether the client is authorized to perform an action. */
export interface SelfSubjectAccessReview {
  kind: "SelfSubjectAccessReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SelfSubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** Checks whether a user or group is authorized to perform an action in one namespace. */
export interface LocalSubjectAccessReview {
  kind: "LocalSubjectAccessReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** An action on resources. */
export interface ResourceAttributes {
  /** Namespace. Empty for cluster-scoped resources, or for all namespaces. */
  namespace?: string;
  /** Verb, for example get, list or create. * for all. */
  verb?: string;
  /** API group. * for all. */
  group?: string;
  /** API version. * for all. */
  version?: string;
  /** Resource. * for all. */
  resource?: string;
  /** Subresource. Empty for the main resource. */
  subresource?: string;
  /** Name of the object. Empty for all. */
  name?: string;
  /** Field selector that limits the objects. */
  fieldSelector?: FieldSelectorAttributes;
  /** Label selector that limits the objects. */
  labelSelector?: LabelSelectorAttributes;
}

/** Label selector of the action to check. Either rawSelector or requirements is set. */
export interface LabelSelectorAttributes {
  /** Selector in text form. */
  rawSelector?: string;
  /** Requirements, which must all match. */
  requirements?: metav1.LabelSelectorRequirement[];
}

/** Field selector of the action to check. Either rawSelector or requirements is set. */
export interface FieldSelectorAttributes {
  /** Selector in text form. */
  rawSelector?: string;
  /** Requirements, which must all match. */
  requirements?: metav1.FieldSelectorRequirement[];
}

/** An action on a path that is no resource. */
export interface NonResourceAttributes {
  /** URL path. */
  path?: string;
  /** HTTP method in lower case, for example get or post. */
  verb?: string;
}

/** Action to check, and the user that performs it. Exactly one kind of attributes is set. */
export interface SubjectAccessReviewSpec {
  /** Action on resources. */
  resourceAttributes?: ResourceAttributes;
  /** Action on a path that is no resource. */
  nonResourceAttributes?: NonResourceAttributes;
  /** Name of the user. */
  user?: string;
  /** Groups of the user. */
  groups?: string[];
  /** Further attributes of the user, from the authenticator. */
  extra?: Record<string, string[]>;
  /** UID of the user. */
  uid?: string;
}

/** Action to check for the client. Exactly one field is set. */
export interface SelfSubjectAccessReviewSpec {
  /** Action on resources. */
  resourceAttributes?: ResourceAttributes;
  /** Action on a path that is no resource. */
  nonResourceAttributes?: NonResourceAttributes;
}

/** Result of the check. */
export interface SubjectAccessReviewStatus {
  /** True if the action is allowed. */
  allowed: boolean;
  /** True if an authorizer denied the action. False if no authorizer had an opinion. */
  denied?: boolean;
  /** Reason of the decision. */
  reason?: string;
  /** Error during the check. Authorization can still be decided in spite of it. */
  evaluationError?: string;
}

/** Lists the actions that the client can perform in a namespace. The list can be incomplete. */
export interface SelfSubjectRulesReview {
  kind: "SelfSubjectRulesReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SelfSubjectRulesReviewSpec;
  status?: SubjectRulesReviewStatus;
}

/** Namespace whose permissions are listed. */
export interface SelfSubjectRulesReviewSpec {
  /** Name of the namespace. */
  namespace?: string;
}

/** Permissions of the client. */
export interface SubjectRulesReviewStatus {
  /** Permitted actions on resources. */
  resourceRules: ResourceRule[];
  /** Permitted actions on paths that are no resources. */
  nonResourceRules: NonResourceRule[];
  /** True if the lists are incomplete, because an authorizer can't list its rules. */
  incomplete: boolean;
  /** Error while the rules were collected. The lists can be incomplete. */
  evaluationError?: string;
}

/** Permitted actions on resources. */
export interface ResourceRule {
  /** Verbs, or * for all. */
  verbs: string[];
  /** API groups: empty for the core group, or * for all. */
  apiGroups?: string[];
  /** Resources, or * for all. Subresources are written as <resource>/<subresource>. */
  resources?: string[];
  /** Names of the objects. If empty, all names. */
  resourceNames?: string[];
}

/** Permitted actions on paths that are no resources. */
export interface NonResourceRule {
  /** Verbs, or * for all. */
  verbs: string[];
  /** Paths that are no resources, or * for all. A trailing * matches all paths below. */
  nonResourceURLs?: string[];
}
