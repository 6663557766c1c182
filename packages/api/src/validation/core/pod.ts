import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { isEmpty } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { noSpec, type PodChecks, podChecks } from "./pod-checks.ts";
import { podStatusWarnings } from "./pod-status.ts";
import { podSubresources } from "./pod-subresources.ts";
import { podSpecUpdate } from "./pod-update.ts";
import { nameWarnings, podWarnings } from "./pod-warnings.ts";

export function pod(dialect: Dialect): KindValidation {
  const checks = podChecks(dialect);
  const warnings = podWarnings(dialect, "");
  const statusWarnings = podStatusWarnings(dialect);
  return kind<core.Pod>({
    create: (value, at) => created(value, at, checks),
    update: (value, old, at) => {
      checks.whole(value, at);
      checks.annotationUpdate(value, old, at);
      podSpecUpdate(value.spec ?? noSpec, old.spec ?? noSpec, at.field("spec"));
    },
    subresources: podSubresources(checks),
    // Most changes of pods are by controllers, which do not read warnings.
    warnings: (value, old) =>
      old === undefined ? [...nameWarnings(value.metadata?.name ?? "", "the Pod's hostname"), ...warnings(value)] : [],
    subresourceWarnings: { status: ({ status = {} }) => statusWarnings(status) },
  });
}

function created(value: core.Pod, at: FieldPath, { whole, annotations }: PodChecks): void {
  const { metadata = {}, spec = noSpec } = value;
  const place = at.field("spec");
  whole(value, at);
  if (!isEmpty(spec.ephemeralContainers)) place.field("ephemeralContainers").forbidden("cannot be set on create");
  if (!isEmpty(spec.schedulingGates) && !isEmpty(spec.nodeName))
    place.field("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
  annotations.seccompMatches(metadata.annotations ?? {}, spec, place);
  annotations.appArmorMatches(metadata.annotations ?? {}, spec, place);
}
