/** One aspect of an object's state, as its status has it. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** A condition as a controller sets it; the time is added when it changes. */
export type ConditionState = Required<Omit<Condition, "lastTransitionTime">>;

/** The condition of a type. */
export function conditionOf<T extends Condition>(conditions: readonly T[] | undefined, type: string): T | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * Sets one condition; returns the same list when nothing changes. The time of a condition changes
 * only with its status.
 * @param now RFC 3339, whole seconds
 */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  state: ConditionState,
  now: string,
): readonly Condition[] {
  const all = conditions ?? [];
  const { type, status, reason, message } = state;
  const old = conditionOf(all, type);
  if (old === undefined) return [...all, { type, status, lastTransitionTime: now, reason, message }];
  if (old.status === status && old.reason === reason && old.message === message) return all;
  const lastTransitionTime = old.status === status ? (old.lastTransitionTime ?? now) : now;
  return all.map((condition) =>
    condition === old ? { ...old, status, reason, message, lastTransitionTime } : condition,
  );
}
