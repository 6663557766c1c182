import type { Dialect } from "@svc/meta";
import type * as core from "../../gen/types/core-v1.ts";
import type { KindValidation } from "../kind-validation.ts";
import { isEmpty } from "../shared/check.ts";
import { kind } from "../shared/kind.ts";
import type { Place } from "../shared/place.ts";
import { trimmedImage } from "./containers.ts";
import { podAnnotations } from "./pod-annotations.ts";
import { ephemeralUpdate } from "./pod-ephemeral.ts";
import { podResize, resizeObstacle } from "./pod-resize.ts";
import { podSpec } from "./pod-spec.ts";
import { podStatusUpdate, podStatusWarnings } from "./pod-status.ts";
import { podTemplate } from "./pod-template.ts";
import { podSpecUpdate } from "./pod-update.ts";
import { isOtherwise, nameWarnings, podWarnings } from "./pod-warnings.ts";
import { replicationController } from "./replication-controller.ts";

const noSpec: core.PodSpec = { containers: [] };

export function podsValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  const annotations = podAnnotations(dialect);
  const checkSpec = podSpec(dialect);
  const template = podTemplate(dialect);
  const warnings = podWarnings(dialect);
  const statusWarnings = podStatusWarnings(dialect);
  const whole = ({ metadata = {}, spec = noSpec }: core.Pod, at: Place): void => {
    annotations.check(metadata.annotations ?? {}, spec, at.field("metadata").field("annotations"));
    checkSpec(spec, at.field("spec"), { podName: metadata.name ?? "" });
    podOnly(spec, at.field("spec"));
  };
  const annotationUpdate = ({ metadata = {}, spec = noSpec }: core.Pod, old: core.Pod, at: Place): void => {
    const place = at.field("metadata").field("annotations");
    const now = metadata.annotations ?? {};
    annotations.update(now, old.metadata?.annotations ?? {}, place);
    annotations.check(now, spec, place);
  };
  const isMirror = ({ metadata }: core.Pod): boolean => annotations.mirror in (metadata?.annotations ?? {});
  return {
    Pod: kind<core.Pod>({
      create: (pod, at) => {
        const { metadata = {}, spec = noSpec } = pod;
        const place = at.field("spec");
        whole(pod, at);
        if (!isEmpty(spec.ephemeralContainers)) place.field("ephemeralContainers").forbidden("cannot be set on create");
        if (!isEmpty(spec.schedulingGates) && !isEmpty(spec.nodeName))
          place.field("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
        annotations.seccompMatches(metadata.annotations ?? {}, spec, place);
        annotations.appArmorMatches(metadata.annotations ?? {}, spec, place);
      },
      update: (pod, old, at) => {
        whole(pod, at);
        annotationUpdate(pod, old, at);
        podSpecUpdate(pod.spec ?? noSpec, old.spec ?? noSpec, at.field("spec"));
      },
      // Those who change pods are seldom people.
      warnings: (pod, old) =>
        old === undefined
          ? [...nameWarnings(pod.metadata?.name ?? "", "the Pod's hostname"), ...warnings(pod, "")]
          : [],
      subresourceWarnings: { status: ({ status = {} }) => statusWarnings(status) },
      subresources: {
        ephemeralcontainers: (pod, old, at) => {
          if (isMirror(old)) at.item("").forbidden("static pods do not support ephemeral containers");
          else {
            whole(pod, at);
            const place = at.field("spec").field("ephemeralContainers");
            ephemeralUpdate(pod.spec?.ephemeralContainers ?? [], old.spec?.ephemeralContainers ?? [], place);
          }
        },
        resize: (pod, old, at) => {
          const obstacle = resizeObstacle(old, isMirror(old));
          // What is said of the whole object has a path without a name.
          if (obstacle !== undefined) at.item("").forbidden(obstacle);
          else {
            whole(pod, at);
            podResize(pod, old, at.field("spec"));
          }
        },
        status: (pod, old, at) => {
          annotationUpdate(pod, old, at);
          podStatusUpdate(pod, old, at.field("status"));
        },
      },
    }),
    PodTemplate: kind<core.PodTemplate>({
      object: (object, at) => template(object.template ?? {}, at.field("template")),
      warnings: (object, old) => (isOtherwise(object, old) ? warnings(object.template, "template") : []),
    }),
    ReplicationController: replicationController(dialect),
  };
}

/** What is checked of pods, but not of templates, which were stored without it. */
function podOnly(spec: core.PodSpec, at: Place): void {
  if ((spec.serviceAccountName ?? "") === "")
    for (const [i, { projected }] of (spec.volumes ?? []).entries())
      for (const [j, { serviceAccountToken }] of (projected?.sources ?? []).entries())
        if (serviceAccountToken !== undefined)
          at.field("volumes")
            .item(i)
            .field("projected")
            .field("sources")
            .item(j)
            .field("serviceAccountToken")
            .forbidden("must not be specified when serviceAccountName is not set");
  for (const list of ["containers", "initContainers"] as const)
    for (const [i, container] of (spec[list] ?? []).entries()) trimmedImage(container, at.field(list).item(i));
}
