// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as authenticationv1 from "./authentication-v1.ts";
import type * as metav1 from "./meta-v1.ts";
import type * as runtime from "./runtime.ts";

/** Report of something that happened to an object. Events are informative and expire, so programs must not rely on them. */
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

/** Permits every combination of the listed verbs and resources, or of the listed verbs and paths. */
export interface PolicyRule {
  level: string;
  users?: string[];
  userGroups?: string[];
  /** Permitted verbs, for example get, list, watch, create, update, patch, delete. * permits all. */
  verbs?: string[];
  /** Resources, or * for all. Subresources are written as <resource>/<subresource>. */
  resources?: GroupResources[];
  namespaces?: string[];
  /** Paths that are no resources, or * for all. A trailing * matches all paths below. */
  nonResourceURLs?: string[];
  omitStages?: string[];
  omitManagedFields?: boolean;
}

export interface GroupResources {
  group?: string;
  resources?: string[];
  resourceNames?: string[];
}

/** Reference to an object or to a part of it. */
export interface ObjectReference {
  resource?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** UID of the object. */
  uid?: string;
  apiGroup?: string;
  /** Group and version of the object's kind. */
  apiVersion?: string;
  /** Resource version of the object. */
  resourceVersion?: string;
  subresource?: string;
}
