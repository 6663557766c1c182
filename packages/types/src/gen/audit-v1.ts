// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as authenticationv1 from "./authentication-v1.ts";
import type * as metav1 from "./meta-v1.ts";
import type * as runtime from "./runtime.ts";

/** Something that happened, for people to read. Events are dropped after a while and are no place to keep anything. */
export interface Event {
  kind: "Event";
  apiVersion?: string;
  level: string;
  auditID: string;
  stage: string;
  requestURI: string;
  verb: string;
  user: authenticationv1.UserInfo;
  impersonatedUser?: authenticationv1.UserInfo;
  sourceIPs?: string[];
  userAgent?: string;
  objectRef?: ObjectReference;
  responseStatus?: metav1.Status;
  requestObject?: runtime.Unknown;
  responseObject?: runtime.Unknown;
  requestReceivedTimestamp?: string | null;
  stageTimestamp?: string | null;
  annotations?: Record<string, string>;
}

export interface EventList {
  kind: "EventList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Event[];
}

export interface Policy {
  kind: "Policy";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  rules: PolicyRule[];
  omitStages?: string[];
  omitManagedFields?: boolean;
}

export interface PolicyList {
  kind: "PolicyList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Policy[];
}

/** What may be done: all combinations of what is listed. */
export interface PolicyRule {
  level: string;
  users?: string[];
  userGroups?: string[];
  /** What: get, list, watch, create, update, patch, delete and others; * for all. */
  verbs?: string[];
  /** With which resources; pods/log for a part of them, * for all. */
  resources?: GroupResources[];
  namespaces?: string[];
  /** With which paths that are no resources; * at the end for what is below. */
  nonResourceURLs?: string[];
  omitStages?: string[];
  omitManagedFields?: boolean;
}

export interface GroupResources {
  group?: string;
  resources?: string[];
  resourceNames?: string[];
}

/** An object, or a part of one. */
export interface ObjectReference {
  resource?: string;
  /** Where it is. */
  namespace?: string;
  /** What it is called. */
  name?: string;
  /** Which object it is. */
  uid?: string;
  apiGroup?: string;
  /** In which version of the API. */
  apiVersion?: string;
  /** Which state of it. */
  resourceVersion?: string;
  subresource?: string;
}
