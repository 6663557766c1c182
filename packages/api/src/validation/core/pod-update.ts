import type { corev1 as core } from "@svc/types";
import { changeText } from "../common/change-text.ts";
import { isEmpty } from "../common/check.ts";
import { same } from "../common/equal.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { inRange } from "../common/number.ts";
import { trimmedImage } from "./containers.ts";
import { gatedPlacement } from "./gated-placement.ts";
import { tolerations } from "./tolerations.ts";

const unchangeable =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`," +
  "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations)," +
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

const deadline = inRange(0, 2 ** 31 - 1);

/** Validates the changes of a pod's spec in an update. */
export function podSpecUpdate(spec: core.PodSpec, old: core.PodSpec, at: FieldPath): void {
  if (!sameContainers(spec.containers, old.containers, at.field("containers"))) return;
  if (!sameContainers(spec.initContainers, old.initContainers, at.field("initContainers"))) return;
  if (!passes(at, () => deadlineUpdate(spec, old, at.field("activeDeadlineSeconds")))) return;
  tolerationUpdate(spec.tolerations ?? [], old.tolerations ?? [], at.field("tolerations"));
  gateUpdate(spec, old, at.field("schedulingGates"));
  if (same(spec, old)) return;
  const rest = withOld(spec, old, at);
  if (!same(rest, old)) at.forbidden(`${unchangeable}\n${changeText(old, rest)}`);
}

/** True if no container was added or removed. */
function sameContainers(
  list: readonly core.Container[] = [],
  old: readonly core.Container[] = [],
  at: FieldPath,
): boolean {
  if (list.length !== old.length) {
    at.forbidden("pod updates may not add or remove containers");
    return false;
  }
  for (const [i, container] of list.entries()) {
    if ((container.image ?? "") === "") at.item(i).field("image").required();
    else trimmedImage(container, at.item(i));
  }
  return true;
}

/** A deadline can be set, and be brought forward. */
function deadlineUpdate(
  { activeDeadlineSeconds: seconds }: core.PodSpec,
  { activeDeadlineSeconds: old }: core.PodSpec,
  at: FieldPath,
): void {
  if (seconds === undefined) {
    if (old !== undefined) at.invalid("null", "must not update from a positive integer to nil value");
  } else if (passes(at, () => deadline(seconds, at)) && old !== undefined && old < seconds)
    at.invalid(seconds, "must be less than or equal to previous value");
}

function tolerationUpdate(list: readonly core.Toleration[], old: readonly core.Toleration[], at: FieldPath): void {
  const keyOf = ({ key, operator, value, effect }: core.Toleration): string =>
    JSON.stringify([key, operator, value, effect]);
  const kept = new Set(list.map(keyOf));
  if (old.every((before) => kept.has(keyOf(before)))) tolerations(list, at);
  else at.forbidden("existing toleration can not be modified except its tolerationSeconds");
}

function gateUpdate({ schedulingGates = [] }: core.PodSpec, old: core.PodSpec, at: FieldPath): void {
  const before = new Set((old.schedulingGates ?? []).map((gate) => gate.name));
  for (const [i, { name }] of schedulingGates.entries())
    if (!before.has(name))
      at.item(i).field("name").forbidden(`only deletion is allowed, but found new scheduling gate '${name}'`);
}

/** The new spec, with everything that may change as it was. */
function withOld(spec: core.PodSpec, old: core.PodSpec, at: FieldPath): core.PodSpec {
  const images = (list: readonly core.Container[] = [], before: readonly core.Container[] = []): core.Container[] =>
    list.map((container, i) => replaced(container, { image: before[i]?.image }));
  const grace =
    spec.terminationGracePeriodSeconds === 1 && (old.terminationGracePeriodSeconds ?? 0) < 0
      ? { terminationGracePeriodSeconds: old.terminationGracePeriodSeconds }
      : {};
  return replaced(spec, {
    containers: images(spec.containers, old.containers),
    initContainers: spec.initContainers === undefined ? undefined : images(spec.initContainers, old.initContainers),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    tolerations: old.tolerations,
    schedulingGates: old.schedulingGates,
    ...grace,
    ...(isEmpty(old.schedulingGates) ? {} : gatedPlacement(spec, old, at)),
  });
}

/** A copy with other members; undefined ones go. */
function replaced<T extends object>(object: T, members: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const present = Object.entries({ ...object, ...members }).filter(([, member]) => member !== undefined);
  return Object.fromEntries(present) as T;
}
