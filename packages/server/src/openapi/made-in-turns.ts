import type { MaybePromise, Steps, Turns } from "@svc/base";
import type { ServedGroups } from "../discovery/served-groups.ts";

interface MadeInTurnsDeps {
  readonly turns: Turns;
  readonly groups: Pick<ServedGroups, "derive">;
}

/**
 * A value about all served types, computed on first use and again after a change, in turns: with
 * thousands of types it takes seconds. One value is computed at a time, from the types that are
 * served when its turn comes, so that clients that request it during many changes share one.
 */
export function madeInTurns<T>({ turns, groups }: MadeInTurnsDeps, steps: () => Steps<T>): () => MaybePromise<T> {
  const current = groups.derive((): { made?: { readonly value: T } } => ({}));
  let last: Promise<unknown> = Promise.resolve();
  const make = async (): Promise<T> => {
    const holder = current();
    holder.made ??= { value: await turns.run(steps()) };
    return holder.made.value;
  };
  return () => {
    const { made } = current();
    if (made !== undefined) return made.value;
    const next = last.then(make);
    // A failure is the answer of the request that made the value; the next one tries again.
    last = next.catch(() => undefined);
    return next;
  };
}
