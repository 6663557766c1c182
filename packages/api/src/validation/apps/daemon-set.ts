import type { Dialect } from "@svc/meta";
import type { appsv1 } from "@svc/types";
import type { FieldPath } from "../common/field-path.ts";
import { atMostAll, numberOrPercent, shownIntOrString } from "../common/int-or-string.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";
import { replicaCounts } from "../common/replica-counts.ts";
import { shownSelector } from "../common/shown.ts";
import { twiceOnUpdate } from "../common/twice-on-update.ts";
import { alwaysRunning, podTemplate } from "../core/pod-template.ts";
import { isOtherwise, podWarnings } from "../core/pod-warnings.ts";
import { amountOfPods } from "./rolling-update.ts";
import { immutableSelector, isEmptySelector, reportMiss, selection } from "./selection.ts";

const counts = replicaCounts({
  counts: [
    ...["currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady", "observedGeneration"],
    ...["updatedNumberScheduled", "numberAvailable", "numberUnavailable", "collisionCount"],
  ],
});

export function daemonSet(dialect: Dialect): KindValidation {
  const checkTemplate = podTemplate(dialect);
  const warnings = podWarnings(dialect, "spec.template");
  const running = alwaysRunning("DaemonSet");
  return kind(
    twiceOnUpdate<appsv1.DaemonSet>({
      object: ({ spec }, root) => {
        const at = root.field("spec");
        const { selector, template = {}, minReadySeconds = 0, updateStrategy, revisionHistoryLimit } = spec ?? {};
        const found = selection(selector, template, at.field("selector"));
        if (found === "misses") reportMiss(template, at.field("template"));
        if (selector !== undefined && isEmptySelector(selector))
          at.field("selector").invalid(shownSelector(selector), "empty selector is invalid for daemonset");
        checkTemplate(template, at.field("template"));
        running(template, at.field("template"));
        notNegative(minReadySeconds, at.field("minReadySeconds"));
        strategy(updateStrategy ?? {}, at.field("updateStrategy"));
        if (revisionHistoryLimit !== undefined) notNegative(revisionHistoryLimit, at.field("revisionHistoryLimit"));
      },
      warnings: (value, old) => (isOtherwise(value, old) ? warnings(value.spec?.template, old?.spec?.template) : []),
      update: ({ spec }, old, at) =>
        immutableSelector(spec?.selector, old.spec?.selector, at.field("spec").field("selector")),
      subresources: { status: ({ status }, old, at) => counts(status ?? {}, old.status ?? {}, at.field("status")) },
    }),
  );
}

function strategy(value: appsv1.DaemonSetUpdateStrategy, at: FieldPath): void {
  if (value.type === "OnDelete") return;
  if (value.type !== "RollingUpdate") at.notSupported(value, ["RollingUpdate", "OnDelete"]);
  else if (value.rollingUpdate === undefined) at.field("rollingUpdate").required();
  else rolling(value.rollingUpdate, at.field("rollingUpdate"));
}

/** On a node a pod is replaced either before the new one is ready, or after. */
function rolling({ maxUnavailable = 0, maxSurge = 0 }: appsv1.RollingUpdateDaemonSet, at: FieldPath): void {
  const [unavailable, surge] = [at.field("maxUnavailable"), at.field("maxSurge")];
  numberOrPercent(maxUnavailable, unavailable);
  numberOrPercent(maxSurge, surge);
  atMostAll(maxUnavailable, unavailable);
  atMostAll(maxSurge, surge);
  const [fewer, more] = [amountOfPods(maxUnavailable) !== 0, amountOfPods(maxSurge) !== 0];
  if (fewer && more) surge.invalid(shownIntOrString(maxSurge), "may not be set when maxUnavailable is non-zero");
  if (!fewer && !more) unavailable.required("cannot be 0 when maxSurge is 0");
}
