import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import type { Check } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import type { ChangeCheck } from "../common/kind.ts";
import { once } from "../common/once.ts";
import { trimmedImage } from "./containers.ts";
import { PodAnnotations } from "./pod-annotations.ts";
import { podSpec } from "./pod-spec.ts";

/** The spec of a pod without one. */
export const noSpec: core.PodSpec = { containers: [] };

/** Checks that writes of pods and of their subresources share. */
export interface PodChecks {
  readonly annotations: PodAnnotations;
  /** Checks a whole pod; writes of the status need no such check. */
  readonly whole: Check<core.Pod>;
  readonly annotationUpdate: ChangeCheck<core.Pod>;
}

export function podChecks(dialect: Dialect): PodChecks {
  const annotations = new PodAnnotations(dialect);
  const checkSpec = once(podSpec(dialect));
  return {
    annotations,
    whole: ({ metadata = {}, spec = noSpec }, at) => {
      annotations.check(metadata.annotations ?? {}, spec, at.field("metadata").field("annotations"));
      checkSpec(spec, at.field("spec"), { podName: metadata.name ?? "" });
      podOnly(spec, at.field("spec"));
    },
    annotationUpdate: ({ metadata = {}, spec = noSpec }, old, at) => {
      const place = at.field("metadata").field("annotations");
      const now = metadata.annotations ?? {};
      annotations.update(now, old.metadata?.annotations ?? {}, place);
      annotations.check(now, spec, place);
    },
  };
}

/** Checks of pods that stored templates may not pass. */
function podOnly(spec: core.PodSpec, at: FieldPath): void {
  if ((spec.serviceAccountName ?? "") === "") noTokens(spec.volumes ?? [], at.field("volumes"));
  for (const list of ["containers", "initContainers"] as const)
    for (const [i, container] of (spec[list] ?? []).entries()) trimmedImage(container, at.field(list).item(i));
}

/** A pod without a service account cannot have a token of one. */
function noTokens(volumes: readonly core.Volume[], at: FieldPath): void {
  for (const [i, { projected }] of volumes.entries())
    for (const [j, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
      if (serviceAccountToken === undefined) continue;
      const place = at.item(i).field("projected").field("sources").item(j).field("serviceAccountToken");
      place.forbidden("must not be specified when serviceAccountName is not set");
    }
}
