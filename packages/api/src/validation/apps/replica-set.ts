import type { Dialect } from "@svc/meta";
import type { appsv1 } from "@svc/types";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";
import { replicaCounts } from "../common/replica-counts.ts";
import { twiceOnUpdate } from "../common/twice-on-update.ts";
import { ownerWarnings, podWarnings } from "../core/pod-warnings.ts";
import { replicaTemplate } from "./replica-template.ts";
import { immutableSelector } from "./selection.ts";

const counts = replicaCounts({
  counts: [
    ...["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "terminatingReplicas"],
    "observedGeneration",
  ],
  partsOfAll: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
});

export function replicaSet(dialect: Dialect): KindValidation {
  const checkTemplate = replicaTemplate(dialect);
  const warnings = podWarnings(dialect, "spec.template");
  return kind(
    twiceOnUpdate<appsv1.ReplicaSet>({
      object: ({ spec }, root) => {
        const at = root.field("spec");
        notNegative(spec?.replicas ?? 0, at.field("replicas"));
        notNegative(spec?.minReadySeconds ?? 0, at.field("minReadySeconds"));
        checkTemplate(spec, at);
      },
      warnings: (value, old) => ownerWarnings(value, old, () => warnings(value.spec?.template, old?.spec?.template)),
      update: ({ spec }, old, at) =>
        immutableSelector(spec?.selector, old.spec?.selector, at.field("spec").field("selector")),
      subresources: { status: ({ status }, _old, at) => counts(status ?? {}, {}, at.field("status")) },
    }),
  );
}
