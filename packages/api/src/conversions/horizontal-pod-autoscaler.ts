import type { ApiObject, Dialect } from "@svc/meta";
import type { Conversion } from "@svc/schema";

interface Metric {
  type?: string;
  resource?: { name?: string; target?: Target; current?: Current };
  [source: string]: unknown;
}
interface Target {
  type?: string;
  averageUtilization?: number;
  averageValue?: string;
}
interface Current {
  averageUtilization?: number;
  averageValue?: string;
}
interface Autoscaler extends ApiObject {
  spec?: Record<string, unknown> & {
    metrics?: Metric[];
    behavior?: unknown;
    targetCPUUtilizationPercentage?: number;
  };
  status?: Record<string, unknown> & {
    currentMetrics?: Metric[];
    conditions?: unknown[];
    currentCPUUtilizationPercentage?: number;
  };
}

/** Version 1 knows one metric, the use of CPU; it keeps all else in annotations, as JSON. */
export function horizontalPodAutoscalerV1({ expand }: Dialect): Conversion {
  const annotation = (name: string): string => expand(`autoscaling.alpha.{labels}/${name}`);
  const kept = {
    metrics: annotation("metrics"),
    currentMetrics: annotation("current-metrics"),
    behavior: annotation("behavior"),
    conditions: annotation("conditions"),
  };
  return {
    toStorage: (object: Autoscaler) => {
      const annotations = { ...object.metadata.annotations };
      const { targetCPUUtilizationPercentage: target, ...spec } = object.spec ?? {};
      const { currentCPUUtilizationPercentage: current, ...status } = object.status ?? {};
      const metrics: Metric[] = take(annotations, kept.metrics).map(fromV1Metric);
      if (target !== undefined)
        metrics.unshift(cpuMetric({ target: { type: "Utilization", averageUtilization: target } }));
      const currentMetrics: Metric[] = take(annotations, kept.currentMetrics).map(fromV1Metric);
      if (current !== undefined) currentMetrics.unshift(cpuMetric({ current: { averageUtilization: current } }));
      const conditions = take(annotations, kept.conditions);
      const behavior = takeValue(annotations, kept.behavior);
      return {
        ...object,
        metadata: withAnnotations(object, annotations),
        spec: {
          ...spec,
          ...(metrics.length > 0 ? { metrics } : {}),
          ...(behavior === undefined ? {} : { behavior }),
        },
        status: {
          ...status,
          ...(currentMetrics.length > 0 ? { currentMetrics } : {}),
          ...(conditions.length > 0 ? { conditions } : {}),
        },
      };
    },
    fromStorage: (object: Autoscaler) => {
      const annotations = { ...object.metadata.annotations };
      const { metrics = [], behavior, ...spec } = object.spec ?? {};
      const { currentMetrics = [], conditions = [], ...status } = object.status ?? {};
      const target = metrics.find(isCpuUtilization);
      const current = currentMetrics.find((m) => isCpu(m) && m.resource?.current?.averageUtilization !== undefined);
      put(annotations, kept.metrics, metrics.filter((m) => m !== target).map(toV1Metric));
      put(annotations, kept.currentMetrics, currentMetrics.filter((m) => m !== current).map(toV1Metric));
      put(annotations, kept.conditions, conditions);
      if (behavior !== undefined) annotations[kept.behavior] = JSON.stringify(behavior);
      const { averageUtilization } = target?.resource?.target ?? {};
      return {
        ...object,
        metadata: withAnnotations(object, annotations),
        spec: {
          ...spec,
          ...(averageUtilization === undefined ? {} : { targetCPUUtilizationPercentage: averageUtilization }),
        },
        status: {
          ...status,
          ...(current === undefined
            ? {}
            : { currentCPUUtilizationPercentage: current.resource?.current?.averageUtilization }),
        },
      };
    },
  };
}

function isCpu({ type, resource }: Metric): boolean {
  return type === "Resource" && resource?.name === "cpu";
}

function isCpuUtilization(metric: Metric): boolean {
  return isCpu(metric) && metric.resource?.target?.averageUtilization !== undefined;
}

function cpuMetric(resource: { target?: Target; current?: Current }): Metric {
  return { type: "Resource", resource: { name: "cpu", ...resource } };
}

/** Resource metrics had their target spelled out in one level less. */
function toV1Metric(metric: Metric): Metric {
  const { resource } = metric;
  if (resource === undefined) return metric;
  const { name, target, current } = resource;
  const values = target ?? current ?? {};
  const [utilization, value] =
    target === undefined
      ? ["currentAverageUtilization", "currentAverageValue"]
      : ["targetAverageUtilization", "targetAverageValue"];
  return {
    ...metric,
    resource: {
      ...(name === undefined ? {} : { name }),
      ...(values.averageUtilization === undefined ? {} : { [utilization as string]: values.averageUtilization }),
      ...(values.averageValue === undefined ? {} : { [value as string]: values.averageValue }),
    },
  } as Metric;
}

function fromV1Metric(metric: Metric): Metric {
  const old = metric.resource as
    | {
        name?: string;
        targetAverageUtilization?: number;
        targetAverageValue?: string;
        currentAverageUtilization?: number;
        currentAverageValue?: string;
      }
    | undefined;
  if (old === undefined) return metric;
  const name = old.name === undefined ? {} : { name: old.name };
  if (old.currentAverageUtilization !== undefined || old.currentAverageValue !== undefined)
    return {
      ...metric,
      resource: { ...name, current: averages(old.currentAverageUtilization, old.currentAverageValue) },
    };
  const type = old.targetAverageUtilization === undefined ? "AverageValue" : "Utilization";
  return {
    ...metric,
    resource: { ...name, target: { type, ...averages(old.targetAverageUtilization, old.targetAverageValue) } },
  };
}

function averages(averageUtilization: number | undefined, averageValue: string | undefined): Current {
  return {
    ...(averageUtilization === undefined ? {} : { averageUtilization }),
    ...(averageValue === undefined ? {} : { averageValue }),
  };
}

/** Removes an annotation and reads it; what is no JSON counts as nothing. */
function takeValue(annotations: Record<string, string>, name: string): unknown {
  const text = annotations[name];
  if (text === undefined) return undefined;
  delete annotations[name];
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function take(annotations: Record<string, string>, name: string): Metric[] {
  const value = takeValue(annotations, name);
  return Array.isArray(value) ? (value as Metric[]) : [];
}

function put(annotations: Record<string, string>, name: string, list: readonly unknown[]): void {
  if (list.length > 0) annotations[name] = JSON.stringify(list);
}

function withAnnotations({ metadata }: ApiObject, annotations: Record<string, string>): ApiObject["metadata"] {
  const { annotations: _, ...rest } = metadata;
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}
