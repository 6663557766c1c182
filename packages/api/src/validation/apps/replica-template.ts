import type { Dialect } from "@svc/meta";
import type { corev1 as core, metav1 } from "@svc/types";
import type { FieldPath } from "../common/field-path.ts";
import { shownSelector } from "../common/shown.ts";
import { alwaysRunning, podTemplate } from "../core/pod-template.ts";
import { isEmptySelector, reportMiss, selection } from "./selection.ts";

interface ReplicaSpec {
  readonly selector?: metav1.LabelSelector;
  readonly template?: core.PodTemplateSpec;
}

/**
 * The selector and the template of what keeps a number of equal pods. A template is not looked at
 * below a broken selector.
 */
export function replicaTemplate(dialect: Dialect): (spec: ReplicaSpec | undefined, at: FieldPath) => void {
  const checkTemplate = podTemplate(dialect);
  const running = alwaysRunning("ReplicaSet");
  return (spec, at) => {
    const { selector, template = {} } = spec ?? {};
    const place = at.field("selector");
    const found = selection(selector, template, place);
    if (selector === undefined) place.required();
    else if (isEmptySelector(selector))
      place.invalid(shownSelector(selector), "empty selector is invalid for deployment");
    if (found === "invalid" && selector !== undefined) {
      place.invalid(shownSelector(selector), "invalid label selector");
      return;
    }
    if (found === "misses") reportMiss(template, at.field("template"));
    checkTemplate(template, at.field("template"));
    running(template, at.field("template"));
  };
}
