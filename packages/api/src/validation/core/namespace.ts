import { type Dialect, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, named } from "../common/check.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";

const qualified = named(qualifiedName);

export function namespace({ product }: Dialect): KindValidation {
  const standard: readonly string[] = [product, "orphan", "foregroundDeletion"];
  const finalizer: Check<string> = (name, at) => {
    qualified(name, at);
    if (!name.includes("/") && !standard.includes(name))
      at.invalid(name, "name is neither a standard finalizer name nor is it fully qualified");
  };
  return kind<core.Namespace>({
    create: ({ spec }, at) => {
      // Of a new namespace all are errors of the list.
      for (const name of spec?.finalizers ?? []) finalizer(name, at.field("spec").field("finalizers"));
    },
    subresources: {
      status: ({ metadata, status }, _old, at) => {
        const phase = status?.phase ?? "";
        const place = at.field("status").field("Phase");
        if (metadata?.deletionTimestamp === undefined) {
          if (phase !== "Active") place.invalid(phase, "may only be 'Active' if `deletionTimestamp` is empty");
        } else if (phase !== "Terminating")
          place.invalid(phase, "may only be 'Terminating' if `deletionTimestamp` is not empty");
      },
      finalize: ({ spec }, _old, at) => {
        for (const [i, name] of (spec?.finalizers ?? []).entries())
          finalizer(name, at.field("spec").field("finalizers").item(i));
      },
    },
  });
}
