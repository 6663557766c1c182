import { labelSelectorFrom, matchesLabels } from "@svc/meta";
import type { corev1 as core, metav1 } from "@svc/types";
import { isEmpty } from "../common/check.ts";
import { immutableMessage, same } from "../common/equal.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { labelSelector } from "../common/label-selector.ts";
import { shownSelector, shownTexts } from "../common/shown.ts";

type Selection = "selects" | "misses" | "invalid";

/** Validates the selector of a workload, and checks that it selects the pods of the template. */
export function selection(
  selector: metav1.LabelSelector | undefined,
  template: core.PodTemplateSpec | undefined,
  at: FieldPath,
): Selection {
  if (selector === undefined) return "misses";
  if (!passes(at, () => labelSelector(selector, at))) return "invalid";
  const parsed = labelSelectorFrom(selector);
  return parsed !== undefined && matchesLabels(parsed, template?.metadata?.labels) ? "selects" : "misses";
}

export function isEmptySelector(selector: metav1.LabelSelector): boolean {
  return isEmpty(selector.matchLabels) && isEmpty(selector.matchExpressions);
}

/** Reports a selector that changed. */
export function immutableSelector(
  selector: metav1.LabelSelector | undefined,
  old: metav1.LabelSelector | undefined,
  at: FieldPath,
): void {
  if (!same(selector, old)) at.invalid(selector === undefined ? "null" : shownSelector(selector), immutableMessage);
}

/** @param at the template's place */
export function reportMiss(template: core.PodTemplateSpec | undefined, at: FieldPath): void {
  at.field("metadata")
    .field("labels")
    .invalid(shownTexts(template?.metadata?.labels), "`selector` does not match template `labels`");
}
