import type { ApiObject } from "@svc/meta";

/** One observation of an object's status. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
  readonly lastProbeTime?: string | null;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The fields of a pod that evictions and bindings read and write. */
export interface Pod extends ApiObject {
  spec?: { nodeName?: string; schedulingGates?: readonly unknown[] };
  status?: { phase?: string; conditions?: readonly Condition[] };
}

/**
 * Conditions with one of them set: it keeps its place, and its time where its status stays.
 * @param now a time as objects have it
 */
export function withCondition(
  conditions: readonly Condition[] = [],
  condition: Condition,
  now: string,
): readonly Condition[] {
  const before = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? (before.lastTransitionTime ?? now) : now;
  const set = { ...condition, lastTransitionTime };
  return before === undefined ? [...conditions, set] : conditions.map((c) => (c === before ? set : c));
}
