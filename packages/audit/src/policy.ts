/** The levels of detail of an audit event; each includes the previous one. */
export const auditLevels = ["None", "Metadata", "Request", "RequestResponse"] as const;

export type AuditLevel = (typeof auditLevels)[number];

/** When an event is recorded. */
export const auditStages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;

export type AuditStage = (typeof auditStages)[number];

/** Resources of one group. */
export interface AuditResources {
  readonly group: string;
  /** `pods`, `pods/log`, `pods/*`, `scale` of every resource below `*`, or `*`; empty for all. */
  readonly resources: readonly string[];
  /** Empty is all. */
  readonly resourceNames: readonly string[];
}

/** The first matching rule determines how a request is recorded. Empty lists match everything. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly AuditResources[];
  /** An empty string means cluster-scoped resources. */
  readonly namespaces: readonly string[];
  /** Paths, which may end in `*`. */
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  /** Undefined: as in the policy. */
  readonly omitManagedFields: boolean | undefined;
}

/** Which requests are recorded. Requests without a matching rule are not. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}
