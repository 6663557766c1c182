// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as authenticationv1 from "./authentication-v1.ts";
import type * as metav1 from "./meta-v1.ts";
import type * as runtime from "./runtime.ts";

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

export interface PolicyRule {
  level: string;
  users?: string[];
  userGroups?: string[];
  verbs?: string[];
  resources?: GroupResources[];
  namespaces?: string[];
  nonResourceURLs?: string[];
  omitStages?: string[];
  omitManagedFields?: boolean;
}

export interface GroupResources {
  group?: string;
  resources?: string[];
  resourceNames?: string[];
}

export interface ObjectReference {
  resource?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiGroup?: string;
  apiVersion?: string;
  resourceVersion?: string;
  subresource?: string;
}
