// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** What may be done: all combinations of what is listed. */
export interface PolicyRule {
  /** What: get, list, watch, create, update, patch, delete and others; * for all. */
  verbs: string[];
  /** In which groups; an empty one is core, * is all. */
  apiGroups?: string[];
  /** With which resources; pods/log for a part of them, * for all. */
  resources?: string[];
  /** With which objects. Default all. */
  resourceNames?: string[];
  /** With which paths that are no resources; * at the end for what is below. */
  nonResourceURLs?: string[];
}

/** Who. */
export interface Subject {
  /** User, Group or ServiceAccount. */
  kind: string;
  /** The group of the kind. */
  apiGroup?: string;
  /** What he is called. */
  name: string;
  /** Where the account is. */
  namespace?: string;
}

/** A role. */
export interface RoleRef {
  /** The group of its kind. */
  apiGroup: string;
  /** Role or ClusterRole. */
  kind: string;
  /** What it is called. */
  name: string;
}

/** A named set of rights in one namespace. */
export interface Role {
  kind: "Role";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** What may be done, and to what. */
  rules?: PolicyRule[];
}

/** Gives the rights of a role to somebody, in one namespace. */
export interface RoleBinding {
  kind: "RoleBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Who gets the rights: users, groups and service accounts. */
  subjects?: Subject[];
  /** The role whose rights are given. It cannot be changed later. */
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

/** A named set of rights, in all namespaces or in any one of them, and to what belongs to no namespace. */
export interface ClusterRole {
  kind: "ClusterRole";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** What may be done, and to what. */
  rules?: PolicyRule[];
  /** Which other roles this one is put together from; its rules are then kept by a controller. */
  aggregationRule?: AggregationRule;
}

/** What a role is put together of. */
export interface AggregationRule {
  /** Roles that any of these fits. */
  clusterRoleSelectors?: metav1.LabelSelector[];
}

/** Gives the rights of a cluster role to somebody, everywhere. */
export interface ClusterRoleBinding {
  kind: "ClusterRoleBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Who gets the rights: users, groups and service accounts. */
  subjects?: Subject[];
  /** The role whose rights are given. It cannot be changed later. */
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
