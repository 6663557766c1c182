import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, isEmpty } from "../common/check.ts";
import { annotations, labels } from "../common/label-selector.ts";
import { once } from "../common/once.ts";
import { PodAnnotations } from "./pod-annotations.ts";
import { podSpec } from "./pod-spec.ts";

/**
 * Validates a pod template. Errors of its labels and annotations have the path of the template, not
 * of its metadata.
 */
export function podTemplate(dialect: Dialect): Check<core.PodTemplateSpec> {
  const metadata = podTemplateMetadata(dialect);
  const annotations = new PodAnnotations(dialect);
  const checkSpec = podSpec(dialect);
  return once((template: core.PodTemplateSpec, at) => {
    const { spec = { containers: [] } } = template;
    const place = at.field("spec");
    metadata(template, at);
    checkSpec(spec, place, { podName: "" });
    annotations.seccompMatches(template.metadata?.annotations ?? {}, spec, place);
    annotations.appArmorMatches(template.metadata?.annotations ?? {}, spec, place);
    if (!isEmpty(spec.ephemeralContainers))
      place.field("ephemeralContainers").forbidden("ephemeral containers not allowed in pod template");
  });
}

/** Labels and annotations of a template. */
export function podTemplateMetadata(dialect: Dialect): Check<core.PodTemplateSpec> {
  const podAnnotations = new PodAnnotations(dialect);
  return ({ metadata = {}, spec = { containers: [] } }, at) => {
    if (metadata.labels !== undefined) labels(metadata.labels, at.field("labels"));
    const place = at.field("annotations");
    if (metadata.annotations !== undefined) annotations(metadata.annotations, place);
    podAnnotations.check(metadata.annotations ?? {}, spec, place);
  };
}

/** Of what keeps pods running: they are started again for ever. */
export function alwaysRunning(kind: string): Check<core.PodTemplateSpec> {
  return ({ spec }, at) => {
    const place = at.field("spec");
    if (spec?.restartPolicy !== "Always")
      place.field("restartPolicy").notSupported(spec?.restartPolicy ?? "", ["Always"]);
    if (spec?.activeDeadlineSeconds !== undefined)
      place.field("activeDeadlineSeconds").forbidden(`activeDeadlineSeconds in ${kind} is not Supported`);
  };
}
