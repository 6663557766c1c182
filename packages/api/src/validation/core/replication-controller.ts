import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, isEmpty } from "../common/check.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";
import { replicaCounts } from "../common/replica-counts.ts";
import { shownTexts } from "../common/shown.ts";
import { twiceOnUpdate } from "../common/twice-on-update.ts";
import { alwaysRunning, podTemplate } from "./pod-template.ts";
import { ownerWarnings, podWarnings } from "./pod-warnings.ts";

export function replicationController(dialect: Dialect): KindValidation {
  const template = podTemplate(dialect);
  const warnings = podWarnings(dialect, "spec.template");
  const running = alwaysRunning("ReplicationController");
  const object: Check<core.ReplicationController> = ({ spec = {} }, root) => {
    const at = root.field("spec");
    notNegative(spec.minReadySeconds ?? 0, at.field("minReadySeconds"));
    notNegative(spec.replicas ?? 0, at.field("replicas"));
    if (isEmpty(spec.selector)) at.field("selector").required();
    const place = at.field("template");
    if (spec.template === undefined) {
      place.required();
      return;
    }
    const labels = spec.template.metadata?.labels;
    if (Object.entries(spec.selector ?? {}).some(([key, value]) => labels?.[key] !== value))
      place
        .field("metadata")
        .field("labels")
        .invalid(shownTexts(labels), "`selector` does not match template `labels`");
    template(spec.template, place);
    running(spec.template, place);
  };
  const counts = replicaCounts({
    counts: ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration"],
    partsOfAll: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  });
  return kind(
    twiceOnUpdate<core.ReplicationController>({
      object,
      // An update warns about the old template, too.
      warnings: (value, old) =>
        ownerWarnings(value, old, () => warnings((old ?? value).spec?.template, old?.spec?.template)),
      subresources: { status: ({ status = {} }, _old, at) => counts(status, {}, at.field("status")) },
    }),
  );
}
