import type { MaybePromise, Steps, Turns } from "@svc/base";
import type { ServedGroups } from "../discovery/served-groups.ts";

interface ComputedInTurnsDeps {
  readonly turns: Turns;
  readonly groups: Pick<ServedGroups, "derive">;
}

/**
 * A value about all served types, computed on first use and again after a change, in turns: with
 * thousands of types it takes seconds. One value is computed at a time, from the types that are
 * served when its turn comes, so that clients that request it during many changes share one.
 */
export function computedInTurns<T>(
  { turns, groups }: ComputedInTurnsDeps,
  steps: () => Steps<T>,
): () => MaybePromise<T> {
  const current = groups.derive((): { computed?: { readonly value: T } } => ({}));
  let last: Promise<unknown> = Promise.resolve();
  const compute = async (): Promise<T> => {
    const holder = current();
    holder.computed ??= { value: await turns.run(steps()) };
    return holder.computed.value;
  };
  return () => {
    const { computed } = current();
    if (computed !== undefined) return computed.value;
    const next = last.then(compute);
    // A failure is that of the request that computed the value; the next one tries again.
    last = next.catch(() => undefined);
    return next;
  };
}
