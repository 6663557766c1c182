import type { ApiObject } from "@svc/meta";
import { age } from "./age.ts";
import { type CellsOfKinds, cells, clipped } from "./cells.ts";

interface MetricValue {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

interface MetricSpec {
  readonly name?: string;
  readonly target?: MetricValue;
}

interface MetricStatus {
  readonly current?: MetricValue;
}

interface Metrics<T> {
  readonly type?: string;
  readonly resource?: T;
  readonly containerResource?: T;
  readonly pods?: T;
  readonly object?: T;
  readonly external?: T;
}

interface HorizontalPodAutoscaler extends ApiObject {
  readonly spec?: {
    readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly metrics?: readonly Metrics<MetricSpec>[];
  };
  readonly status?: {
    readonly currentReplicas?: number;
    readonly currentMetrics?: readonly (Metrics<MetricStatus> | null)[];
  };
}

interface Scale extends ApiObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

export const autoscalingCells: CellsOfKinds = {
  HorizontalPodAutoscaler: cells((object: HorizontalPodAutoscaler, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    const { kind = "", name = "" } = spec.scaleTargetRef ?? {};
    return [
      metadata.name ?? "",
      `${kind}/${name}`,
      targetsText(object),
      spec.minReplicas === undefined ? "<unset>" : `${spec.minReplicas}`,
      spec.maxReplicas ?? 0,
      status.currentReplicas ?? 0,
      age(object, nowMs),
    ];
  }),

  Scale: cells((object: Scale, nowMs) => [
    object.metadata.name ?? "",
    object.spec?.replicas ?? 0,
    object.status?.replicas ?? 0,
    age(object, nowMs),
  ]),
};

function targetsText({ spec = {}, status = {} }: HorizontalPodAutoscaler): string {
  const { metrics = [] } = spec;
  if (metrics.length === 0) return "<none>";
  const texts = metrics.map((metric, index) => metricText(metric, status.currentMetrics?.[index] ?? {}));
  return clipped(texts, 2, ", ");
}

/** The current value and the target of a metric. */
function metricText(spec: Metrics<MetricSpec>, found: Metrics<MetricStatus>): string {
  switch (spec.type) {
    case "Resource":
      return resourceText(spec.resource, found.resource);
    case "ContainerResource":
      return resourceText(spec.containerResource, found.containerResource);
    case "Pods":
      return `${found.pods?.current?.averageValue ?? "<unknown>"}/${spec.pods?.target?.averageValue ?? "0"}`;
    case "Object":
      return valueText(spec.object, found.object);
    case "External":
      return valueText(spec.external, found.external);
    default:
      return "<unknown type>";
  }
}

function resourceText({ name = "", target = {} }: MetricSpec = {}, { current = {} }: MetricStatus = {}): string {
  if (target.averageValue !== undefined)
    return `${name}: ${current.averageValue ?? "<unknown>"}/${target.averageValue}`;
  const now = current.averageUtilization === undefined ? "<unknown>" : `${current.averageUtilization}%`;
  const then = target.averageUtilization === undefined ? "<auto>" : `${target.averageUtilization}%`;
  return `${name}: ${now}/${then}`;
}

function valueText({ target = {} }: MetricSpec = {}, { current = {} }: MetricStatus = {}): string {
  if (target.averageValue !== undefined) return `${current.averageValue ?? "<unknown>"}/${target.averageValue} (avg)`;
  return `${current.value ?? "<unknown>"}/${target.value ?? "0"}`;
}
