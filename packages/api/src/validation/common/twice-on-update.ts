import type { KindChecks } from "./kind.ts";

/**
 * For some kinds kube-apiserver validates the object twice on an update, so that each error is
 * reported twice. The errors of the change come last.
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
