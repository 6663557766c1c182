// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Permits every combination of the listed verbs and resources, or of the listed verbs and paths. */
export interface PolicyRule {
  /** Permitted verbs, for example get, list, watch, create, update, patch, delete. * permits all. */
  verbs: string[];
  /** API groups: empty for the core group, or * for all. */
  apiGroups?: string[];
  /** Resources, or * for all. Subresources are written as <resource>/<subresource>. */
  resources?: string[];
  /** Names of the objects. If empty, all names. */
  resourceNames?: string[];
  /** Paths that are no resources, or * for all. A trailing * matches all paths below. */
  nonResourceURLs?: string[];
}

/** A user, group or service account. */
export interface Subject {
  /** User, Group or ServiceAccount. */
  kind: string;
  /** Group of the kind. Empty for service accounts. */
  apiGroup?: string;
  /** Name of the subject. */
  name: string;
  /** Namespace of the service account. */
  namespace?: string;
}

/** Reference to a role. */
export interface RoleRef {
  /** Group of the kind. */
  apiGroup: string;
  /** Role or ClusterRole. */
  kind: string;
  /** Name of the role. */
  name: string;
}

/** A named set of permissions in one namespace. */
export interface Role {
  kind: "Role";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Actions that the role permits, and the resources on which it permits them. */
  rules?: PolicyRule[];
}

/** Grants the permissions of a role or cluster role in one namespace. */
export interface RoleBinding {
  kind: "RoleBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Users, groups and service accounts that receive the permissions of the role. */
  subjects?: Subject[];
  /** Role whose permissions the binding grants. Immutable. */
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

/** A named set of permissions for cluster-scoped resources, for paths that are no resources, and for namespaced resources in one or all namespaces. */
export interface ClusterRole {
  kind: "ClusterRole";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Actions that the role permits, and the resources on which it permits them. */
  rules?: PolicyRule[];
  /** Selects the cluster roles whose rules are combined into this role. If set, a controller overwrites the rules. */
  aggregationRule?: AggregationRule;
}

/** Selects the cluster roles whose rules are combined. */
export interface AggregationRule {
  /** Label selectors. A role is included if any of them matches. */
  clusterRoleSelectors?: metav1.LabelSelector[];
}

/** Grants the permissions of a cluster role in all namespaces and on cluster-scoped resources. */
export interface ClusterRoleBinding {
  kind: "ClusterRoleBinding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Users, groups and service accounts that receive the permissions of the role. */
  subjects?: Subject[];
  /** Role whose permissions the binding grants. Immutable. */
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
