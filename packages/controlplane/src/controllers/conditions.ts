/** One thing that is said of an object in its status. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export type Said = Required<Omit<Condition, "lastTransitionTime">>;

export function conditionOf<T extends Condition>(conditions: readonly T[] | undefined, type: string): T | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * The conditions with one of them said anew; the same list where that says nothing new. Its time
 * stays as long as its status does.
 * @param now RFC 3339, whole seconds
 */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  said: Said,
  now: string,
): readonly Condition[] {
  const all = conditions ?? [];
  const { type, status, reason, message } = said;
  const old = conditionOf(all, type);
  if (old === undefined) return [...all, { type, status, lastTransitionTime: now, reason, message }];
  if (old.status === status && old.reason === reason && old.message === message) return all;
  const lastTransitionTime = old.status === status ? (old.lastTransitionTime ?? now) : now;
  return all.map((condition) =>
    condition === old ? { ...old, status, reason, message, lastTransitionTime } : condition,
  );
}
