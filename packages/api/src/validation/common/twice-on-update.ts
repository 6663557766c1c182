import type { KindChecks } from "./kind.ts";

/**
 * Of some kinds the checks of the object itself are made twice on a change, so that clients see
 * each of their errors two times. What is special about the change comes last.
 */
export function twiceOnUpdate<T>(checks: KindChecks<T>): KindChecks<T> {
  return {
    ...checks,
    update: (object, old, at) => {
      checks.object?.(object, at);
      checks.update?.(object, old, at);
    },
  };
}
