// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Asks whether somebody may do something. */
export interface SubjectAccessReview {
  kind: "SubjectAccessReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** Asks whether one may do something oneself. */
export interface SelfSubjectAccessReview {
  kind: "SelfSubjectAccessReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SelfSubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** Asks whether somebody may do something in one namespace. */
export interface LocalSubjectAccessReview {
  kind: "LocalSubjectAccessReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** What somebody wants to do with resources. */
export interface ResourceAttributes {
  /** Where. Empty is everywhere. */
  namespace?: string;
  /** What. */
  verb?: string;
  /** In which group; * for all. */
  group?: string;
  /** In which version; * for all. */
  version?: string;
  /** With which resource; * for all. */
  resource?: string;
  /** With which part of it. */
  subresource?: string;
  /** With which object. Empty is all. */
  name?: string;
  /** With those of which this holds. */
  fieldSelector?: FieldSelectorAttributes;
  /** With those that have these labels. */
  labelSelector?: LabelSelectorAttributes;
}

/** What is asked to hold for labels: one of these. */
export interface LabelSelectorAttributes {
  /** As text. */
  rawSelector?: string;
  /** In parts. */
  requirements?: metav1.LabelSelectorRequirement[];
}

/** What is asked to hold for fields: one of these. */
export interface FieldSelectorAttributes {
  /** As text. */
  rawSelector?: string;
  /** In parts. */
  requirements?: metav1.FieldSelectorRequirement[];
}

/** What somebody wants to do with a path. */
export interface NonResourceAttributes {
  /** The path. */
  path?: string;
  /** What: get, post and others. */
  verb?: string;
}

/** Whether somebody may do something. */
export interface SubjectAccessReviewSpec {
  /** What, with resources; */
  resourceAttributes?: ResourceAttributes;
  /** or with a path. */
  nonResourceAttributes?: NonResourceAttributes;
  /** Who. */
  user?: string;
  /** His groups. */
  groups?: string[];
  /** What else is known of him. */
  extra?: Record<string, string[]>;
  /** Which one he is. */
  uid?: string;
}

/** Whether whoever asks may do something. */
export interface SelfSubjectAccessReviewSpec {
  /** What, with resources; */
  resourceAttributes?: ResourceAttributes;
  /** or with a path. */
  nonResourceAttributes?: NonResourceAttributes;
}

/** Whether he may. */
export interface SubjectAccessReviewStatus {
  /** Whether he may. */
  allowed: boolean;
  /** Whether somebody has said that he may not. */
  denied?: boolean;
  /** Why. */
  reason?: string;
  /** What went wrong on the way. */
  evaluationError?: string;
}

/** Asks what one may do in a namespace, as far as it can be listed. */
export interface SelfSubjectRulesReview {
  kind: "SelfSubjectRulesReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: SelfSubjectRulesReviewSpec;
  status?: SubjectRulesReviewStatus;
}

/** What whoever asks may do. */
export interface SelfSubjectRulesReviewSpec {
  /** Where. */
  namespace?: string;
}

/** What he may do. */
export interface SubjectRulesReviewStatus {
  /** With resources. */
  resourceRules: ResourceRule[];
  /** With paths. */
  nonResourceRules: NonResourceRule[];
  /** Whether there may be more. */
  incomplete: boolean;
  /** What went wrong on the way. */
  evaluationError?: string;
}

/** What may be done with resources. */
export interface ResourceRule {
  /** What. */
  verbs: string[];
  /** In which groups. */
  apiGroups?: string[];
  /** With which. */
  resources?: string[];
  /** With which objects. */
  resourceNames?: string[];
}

/** What may be done with paths. */
export interface NonResourceRule {
  /** What. */
  verbs: string[];
  /** With which. */
  nonResourceURLs?: string[];
}
