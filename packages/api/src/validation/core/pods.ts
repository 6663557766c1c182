import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { pod } from "./pod.ts";
import { podTemplate } from "./pod-template.ts";
import { isOtherwise, podWarnings } from "./pod-warnings.ts";
import { replicationController } from "./replication-controller.ts";

/** Pods, and what holds templates of pods within the core group. */
export function podsValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  const template = podTemplate(dialect);
  const warnings = podWarnings(dialect, "template");
  return {
    Pod: pod(dialect),
    PodTemplate: kind<core.PodTemplate>({
      object: (object, at) => template(object.template ?? {}, at.field("template")),
      warnings: (object, old) => (isOtherwise(object, old) ? warnings(object.template, old?.template) : []),
    }),
    ReplicationController: replicationController(dialect),
  };
}
