import type { ApiObject, LabelSelectorObject } from "@svc/meta";
import { age } from "./age.ts";
import { type CellsOfKinds, cells } from "./cells.ts";
import { containerCells, type PodTemplate } from "./containers.ts";
import { bareSelectorText, labelsText, selectorText } from "./labels.ts";

interface Workload extends ApiObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelectorObject;
    readonly template?: PodTemplate;
  };
  readonly status?: {
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
}

interface DaemonSet extends ApiObject {
  readonly spec?: { readonly selector?: LabelSelectorObject; readonly template?: PodTemplate };
  readonly status?: {
    readonly desiredNumberScheduled?: number;
    readonly currentNumberScheduled?: number;
    readonly numberReady?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
  };
}

interface ControllerRevision extends ApiObject {
  readonly revision?: number;
}

export const appsCells: CellsOfKinds = {
  ReplicaSet: cells((object: Workload, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    return [
      metadata.name ?? "",
      spec.replicas ?? 0,
      status.replicas ?? 0,
      status.readyReplicas ?? 0,
      age(object, nowMs),
      ...containerCells(spec.template),
      selectorText(spec.selector),
    ];
  }),

  Deployment: cells((object: Workload, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    return [
      metadata.name ?? "",
      `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
      status.updatedReplicas ?? 0,
      status.availableReplicas ?? 0,
      age(object, nowMs),
      ...containerCells(spec.template),
      bareSelectorText(spec.selector) ?? "<invalid>",
    ];
  }),

  StatefulSet: cells((object: Workload, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    return [
      metadata.name ?? "",
      `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
      age(object, nowMs),
      ...containerCells(spec.template),
    ];
  }),

  DaemonSet: cells((object: DaemonSet, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    return [
      metadata.name ?? "",
      status.desiredNumberScheduled ?? 0,
      status.currentNumberScheduled ?? 0,
      status.numberReady ?? 0,
      status.updatedNumberScheduled ?? 0,
      status.numberAvailable ?? 0,
      labelsText(spec.template?.spec?.nodeSelector),
      age(object, nowMs),
      ...containerCells(spec.template),
      selectorText(spec.selector),
    ];
  }),

  ControllerRevision: cells((object: ControllerRevision, nowMs) => [
    object.metadata.name ?? "",
    controllerText(object),
    object.revision ?? 0,
    age(object, nowMs),
  ]),
};

/** `statefulset.apps/web` */
function controllerText({ metadata }: ApiObject): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return "<none>";
  const slash = owner.apiVersion.indexOf("/");
  const kind = slash < 0 ? owner.kind : `${owner.kind}.${owner.apiVersion.slice(0, slash)}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}
