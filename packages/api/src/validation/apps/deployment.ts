import type { Dialect } from "@svc/meta";
import type { appsv1 } from "@svc/types";
import type { Check } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { atMostAll, numberOrPercent, shownIntOrString } from "../common/int-or-string.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";
import { replicaCounts } from "../common/replica-counts.ts";
import { ownerWarnings, podWarnings } from "../core/pod-warnings.ts";
import { replicaTemplate } from "./replica-template.ts";
import { amountOfPods } from "./rolling-update.ts";
import { immutableSelector } from "./selection.ts";

export function deployment(dialect: Dialect): KindValidation {
  const checkTemplate = replicaTemplate(dialect);
  const warnings = podWarnings(dialect, "spec.template");
  const object: Check<appsv1.Deployment> = ({ spec }, root) => {
    const at = root.field("spec");
    const { replicas = 0, minReadySeconds = 0, revisionHistoryLimit, progressDeadlineSeconds } = spec ?? {};
    notNegative(replicas, at.field("replicas"));
    checkTemplate(spec, at);
    strategy(spec?.strategy ?? {}, at.field("strategy"));
    notNegative(minReadySeconds, at.field("minReadySeconds"));
    if (revisionHistoryLimit !== undefined) notNegative(revisionHistoryLimit, at.field("revisionHistoryLimit"));
    if (progressDeadlineSeconds === undefined) return;
    const place = at.field("progressDeadlineSeconds");
    notNegative(progressDeadlineSeconds, place);
    if (progressDeadlineSeconds <= minReadySeconds)
      place.invalid(progressDeadlineSeconds, "must be greater than minReadySeconds");
  };
  return kind<appsv1.Deployment>({
    object,
    warnings: (value, old) => ownerWarnings(value, old, () => warnings(value.spec?.template, old?.spec?.template)),
    update: ({ spec }, old, at) =>
      immutableSelector(spec?.selector, old.spec?.selector, at.field("spec").field("selector")),
    subresources: {
      status: ({ status = {} }, old, at) => counts(status, old.status ?? {}, at.field("status")),
    },
  });
}

const counts = replicaCounts({
  counts: [
    ...["observedGeneration", "replicas", "updatedReplicas", "readyReplicas", "availableReplicas"],
    ...["unavailableReplicas", "terminatingReplicas", "collisionCount"],
  ],
  partsOfAll: ["updatedReplicas", "readyReplicas", "availableReplicas"],
});

function strategy(value: appsv1.DeploymentStrategy, at: FieldPath): void {
  const { type, rollingUpdate } = value;
  if (type === "Recreate") {
    if (rollingUpdate !== undefined)
      at.field("rollingUpdate").forbidden("may not be specified when strategy `type` is 'Recreate'");
  } else if (type !== "RollingUpdate") at.notSupported(value, ["Recreate", "RollingUpdate"]);
  else if (rollingUpdate === undefined) at.field("rollingUpdate").required("this should be defaulted and never be nil");
  else rolling(rollingUpdate, at.field("rollingUpdate"));
}

/** Without a pod too many or too few there is no way to replace any. */
function rolling({ maxUnavailable = 0, maxSurge = 0 }: appsv1.RollingUpdateDeployment, at: FieldPath): void {
  const place = at.field("maxUnavailable");
  numberOrPercent(maxUnavailable, place);
  numberOrPercent(maxSurge, at.field("maxSurge"));
  if (amountOfPods(maxUnavailable) === 0 && amountOfPods(maxSurge) === 0)
    place.invalid(shownIntOrString(maxUnavailable), "may not be 0 when `maxSurge` is 0");
  atMostAll(maxUnavailable, place);
}
