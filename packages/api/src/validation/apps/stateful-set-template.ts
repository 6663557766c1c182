import type { Dialect } from "@svc/meta";
import type { appsv1 } from "@svc/types";
import type { FieldPath } from "../common/field-path.ts";
import { shownSelector } from "../common/shown.ts";
import { alwaysRunning, podTemplateMetadata } from "../core/pod-template.ts";
import { isEmptySelector, reportMiss, selection } from "./selection.ts";

type SelectedTemplate = Partial<Pick<appsv1.StatefulSetSpec, "selector" | "template">>;

/**
 * Validates the selector and the metadata of the template. The pod spec is not validated, because
 * kube-apiserver has stored sets with invalid templates.
 */
export function selectedTemplate(dialect: Dialect): (spec: SelectedTemplate, at: FieldPath) => void {
  const metadata = podTemplateMetadata(dialect);
  const running = alwaysRunning("StatefulSet");
  return ({ selector, template = {} }, at) => {
    const place = at.field("selector");
    const found = selection(selector, template, place);
    if (selector === undefined) place.required();
    else if (isEmptySelector(selector))
      place.invalid(shownSelector(selector), "empty selector is invalid for statefulset");
    if (found === "invalid" && selector !== undefined) place.invalid(shownSelector(selector), "");
    else {
      if (found === "misses") reportMiss(template, at.field("template"));
      metadata(template, at.field("template"));
    }
    running(template, at.field("template"));
  };
}
