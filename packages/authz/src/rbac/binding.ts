/** Reference to a role. */
export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

/** A user, group or service account. */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** A stored binding. The namespace is empty for a cluster role binding. */
export interface Binding {
  readonly name: string;
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}
