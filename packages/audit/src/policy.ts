/** How much of a request is recorded, each level all of the one before it. */
export const auditLevels = ["None", "Metadata", "Request", "RequestResponse"] as const;

export type AuditLevel = (typeof auditLevels)[number];

/** When an event is made. */
export const auditStages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;

export type AuditStage = (typeof auditStages)[number];

/** Resources of one group. */
export interface AuditResources {
  readonly group: string;
  /**
   * `pods`, `pods/log`, `pods/*`, those of every resource such as `scale` below `*`, or `*`; empty
   * is all.
   */
  readonly resources: readonly string[];
  /** Empty is all. */
  readonly resourceNames: readonly string[];
}

/** The first rule that fits a request says how it is recorded. Empty lists fit everything. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly AuditResources[];
  /** An empty one stands for what is in no namespace. */
  readonly namespaces: readonly string[];
  /** Paths, which may end in `*`. */
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  /** Undefined: as the policy says. */
  readonly omitManagedFields: boolean | undefined;
}

/** What is recorded. Requests that no rule fits are not. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}
