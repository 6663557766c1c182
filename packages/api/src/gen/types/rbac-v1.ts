// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface PolicyRule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

export interface Subject {
  kind: string;
  apiGroup?: string;
  name: string;
  namespace?: string;
}

export interface RoleRef {
  apiGroup: string;
  kind: string;
  name: string;
}

export interface Role {
  kind: "Role";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  rules?: PolicyRule[];
}

export interface RoleBinding {
  kind: "RoleBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  subjects?: Subject[];
  roleRef: RoleRef;
}

export interface RoleBindingList {
  kind: "RoleBindingList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: RoleBinding[];
}

export interface RoleList {
  kind: "RoleList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Role[];
}

export interface ClusterRole {
  kind: "ClusterRole";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  rules?: PolicyRule[];
  aggregationRule?: AggregationRule;
}

export interface AggregationRule {
  clusterRoleSelectors?: metav1.LabelSelector[];
}

export interface ClusterRoleBinding {
  kind: "ClusterRoleBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  subjects?: Subject[];
  roleRef: RoleRef;
}

export interface ClusterRoleBindingList {
  kind: "ClusterRoleBindingList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ClusterRoleBinding[];
}

export interface ClusterRoleList {
  kind: "ClusterRoleList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ClusterRole[];
}
