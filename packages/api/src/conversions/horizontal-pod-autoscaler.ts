import type { ApiObject, Dialect } from "@svc/meta";
import type { Conversion } from "@svc/schema";
import { behaviorFromV1, behaviorToV1 } from "./autoscaler-behavior.ts";
import { type Metric, metricFromV1, metricToV1 } from "./autoscaler-metrics.ts";

const defaultPercent = 80;

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

/** Here a condition has a time even where there is none. */
function withTime(condition: unknown): unknown {
  const { type, status, lastTransitionTime = null, ...rest } = condition as Record<string, unknown>;
  return { type, status, lastTransitionTime, ...rest };
}

/**
 * Version 1 has a field for one metric, the use of CPU; the others are annotations that hold JSON.
 */
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
      const metrics = take(annotations, kept.metrics).map((metric) => metricFromV1(metric, "target"));
      // Without any metric the autoscaler scales by the use of CPU.
      const percent = target ?? (metrics.length === 0 ? defaultPercent : undefined);
      if (percent !== undefined)
        metrics.push(cpuMetric({ target: { type: "Utilization", averageUtilization: percent } }));
      // The annotation of current metrics takes precedence over the field.
      const listed = take(annotations, kept.currentMetrics).map((metric) => metricFromV1(metric, "current"));
      const used = current === undefined ? [] : [cpuMetric({ current: { averageUtilization: current } })];
      const currentMetrics = listed.length > 0 ? listed : used;
      const conditions = take(annotations, kept.conditions);
      const behavior = behaviorFromV1(takeValue(annotations, kept.behavior));
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
      const current = currentMetrics.find((m) => usageOf(m, "current") !== undefined);
      // Only the first target for the use of CPU is kept.
      const isOther = (metric: Metric): boolean => usageOf(metric, "target") === undefined;
      const target = metrics.find((metric) => !isOther(metric));
      const others = metrics.filter(isOther).map((m) => metricToV1(m, "target"));
      const allCurrent = currentMetrics.map((m) => metricToV1(m, "current"));
      put(annotations, kept.metrics, others);
      put(annotations, kept.currentMetrics, allCurrent);
      put(annotations, kept.conditions, conditions.map(withTime));
      if (behavior !== undefined) annotations[kept.behavior] = behaviorToV1(behavior);
      const percent = target === undefined ? undefined : usageOf(target, "target");
      return {
        ...object,
        metadata: withAnnotations(object, annotations),
        spec: {
          ...spec,
          ...(percent === undefined ? {} : { targetCPUUtilizationPercentage: percent }),
        },
        status: {
          ...status,
          ...(current === undefined ? {} : { currentCPUUtilizationPercentage: usageOf(current, "current") }),
        },
      };
    },
  };
}

/** The share of CPU that a metric is about. */
function usageOf({ type, resource }: Metric, role: "target" | "current"): number | undefined {
  const { name, ...values } = (resource ?? {}) as { readonly name?: string } & Readonly<Record<string, unknown>>;
  const { averageUtilization } = (values[role] ?? {}) as { readonly averageUtilization?: number };
  return type === "Resource" && name === "cpu" ? averageUtilization : undefined;
}

function cpuMetric(resource: object): Metric {
  return { type: "Resource", resource: { name: "cpu", ...resource } };
}

/** Removes an annotation and parses it; text that is not JSON is ignored. */
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
