import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, isEmpty } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { type ChangeCheck, kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { once } from "../common/once.ts";
import { trimmedImage } from "./containers.ts";
import { type PodAnnotations, podAnnotations } from "./pod-annotations.ts";
import { ephemeralUpdate } from "./pod-ephemeral.ts";
import { podResize, resizeObstacle } from "./pod-resize.ts";
import { podSpec } from "./pod-spec.ts";
import { podStatusUpdate, podStatusWarnings } from "./pod-status.ts";
import { podSpecUpdate } from "./pod-update.ts";
import { nameWarnings, podWarnings } from "./pod-warnings.ts";

const noSpec: core.PodSpec = { containers: [] };

interface PodChecks {
  readonly annotations: PodAnnotations;
  /** Of every pod that is written, but for its status. */
  readonly whole: Check<core.Pod>;
  readonly annotationUpdate: ChangeCheck<core.Pod>;
}

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

function podChecks(dialect: Dialect): PodChecks {
  const annotations = podAnnotations(dialect);
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

/** What is said of a pod as a whole has a path without a name. */
function refuse(at: FieldPath, detail: string): void {
  at.item("").forbidden(detail);
}

function podSubresources({ annotations, whole, annotationUpdate }: PodChecks): Record<string, ChangeCheck<core.Pod>> {
  const isMirror = ({ metadata }: core.Pod): boolean => annotations.mirror in (metadata?.annotations ?? {});
  return {
    ephemeralcontainers: (value, old, at) => {
      if (isMirror(old)) {
        refuse(at, "static pods do not support ephemeral containers");
        return;
      }
      whole(value, at);
      const place = at.field("spec").field("ephemeralContainers");
      ephemeralUpdate(value.spec?.ephemeralContainers ?? [], old.spec?.ephemeralContainers ?? [], place);
    },
    resize: (value, old, at) => {
      const obstacle = resizeObstacle(old, isMirror(old));
      if (obstacle !== undefined) {
        refuse(at, obstacle);
        return;
      }
      whole(value, at);
      podResize(value, old, at.field("spec"));
    },
    status: (value, old, at) => {
      annotationUpdate(value, old, at);
      podStatusUpdate(value, old, at.field("status"));
    },
  };
}

/** What is checked of pods, but not of templates, which were stored without it. */
function podOnly(spec: core.PodSpec, at: FieldPath): void {
  if ((spec.serviceAccountName ?? "") === "") noTokens(spec.volumes ?? [], at.field("volumes"));
  for (const list of ["containers", "initContainers"] as const)
    for (const [i, container] of (spec[list] ?? []).entries()) trimmedImage(container, at.field(list).item(i));
}

/** Without an account there cannot be a token. */
function noTokens(volumes: readonly core.Volume[], at: FieldPath): void {
  for (const [i, { projected }] of volumes.entries())
    for (const [j, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
      if (serviceAccountToken === undefined) continue;
      const place = at.item(i).field("projected").field("sources").item(j).field("serviceAccountToken");
      place.forbidden("must not be specified when serviceAccountName is not set");
    }
}
