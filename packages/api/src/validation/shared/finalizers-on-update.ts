import type { Dialect } from "@svc/meta";
import type * as metav1 from "../../gen/types/meta-v1.ts";
import type { KindChecks } from "./kind.ts";

/**
 * Of kinds whose metadata are not checked once more on a change as those of an object: all but the finalizers are known to be right.
 * What is wrong with these comes first.
 */
export function finalizersOnUpdate<T extends { readonly metadata?: metav1.ObjectMeta }>(
  { product }: Dialect,
  { object, create, update, ...checks }: KindChecks<T>,
): KindChecks<T> {
  const known: ReadonlySet<string> = new Set(["orphan", "foregroundDeletion", product]);
  return {
    ...checks,
    create: (value, at) => {
      object?.(value, at);
      create?.(value, at);
    },
    update: (value, old, at) => {
      for (const [i, name] of (value.metadata?.finalizers ?? []).entries())
        if (!name.includes("/") && !known.has(name))
          at.field("metadata")
            .field("finalizers")
            .item(i)
            .invalid(name, "name is neither a standard finalizer name nor is it fully qualified");
      object?.(value, at);
      update?.(value, old, at);
    },
  };
}
