import { type Dialect, dns1123Label, pathSegment } from "@svc/meta";
import type { autoscalingv1, autoscalingv2 } from "@svc/types";
import { type Check, each, isEmpty, members, named, needed, oneOf } from "./common/check.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";
import { notNegative, positive } from "./common/number.ts";
import { amountNotNegative, amountOf, type ResourceNames, resourceNames, shownQuantity } from "./common/resources.ts";

const maxStabilizationSeconds = 3600;
const maxPeriodSeconds = 1800;

export function autoscalingValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    HorizontalPodAutoscaler: kind<autoscalingv2.HorizontalPodAutoscaler>({
      object: members<autoscalingv2.HorizontalPodAutoscaler>({
        spec: autoscalerSpec(metricOf(resourceNames(dialect))),
      }),
      subresources: {
        status: ({ status }, _old, at) => {
          if (status !== undefined) replicaCounts(status, at.field("status"));
        },
      },
    }),
    Scale: kind<autoscalingv1.Scale>({
      object: members<autoscalingv1.Scale>({ spec: members<autoscalingv1.ScaleSpec>({ replicas: notNegative }) }),
    }),
  };
}

const replicaCounts: Check<autoscalingv2.HorizontalPodAutoscalerStatus> =
  members<autoscalingv2.HorizontalPodAutoscalerStatus>({
    currentReplicas: notNegative,
    desiredReplicas: notNegative,
  });

const reference: Check<autoscalingv2.CrossVersionObjectReference> = members<autoscalingv2.CrossVersionObjectReference>({
  kind: needed(named(pathSegment)),
  name: needed(named(pathSegment)),
});

function autoscalerSpec(metric: Check<autoscalingv2.MetricSpec>): Check<autoscalingv2.HorizontalPodAutoscalerSpec> {
  return (spec, at) => {
    const { minReplicas, maxReplicas, scaleTargetRef, metrics = [] } = spec;
    const least = at.context.gates.enabled("HPAScaleToZero") ? 0 : 1;
    if (minReplicas !== undefined && minReplicas < least)
      at.field("minReplicas").invalid(minReplicas, `must be greater than or equal to ${least}`);
    positive(maxReplicas, at.field("maxReplicas"));
    if (minReplicas !== undefined && maxReplicas < minReplicas)
      at.field("maxReplicas").invalid(maxReplicas, "must be greater than or equal to `minReplicas`");
    reference(scaleTargetRef, at.field("scaleTargetRef"));
    each(metric)(metrics, at.field("metrics"));
    // Of an application that is scaled to nothing, nothing is left to measure.
    if (minReplicas === 0 && !metrics.some(({ type }) => type === "Object" || type === "External"))
      at.field("metrics").forbidden(
        "must specify at least one Object or External metric to support scaling to zero replicas",
      );
    members<autoscalingv2.HorizontalPodAutoscalerSpec>({ behavior })(spec, at);
  };
}

const isPositive: Check<string> = (value, at) => {
  if (amountOf(value).nanos <= 0n) at.invalid(shownQuantity(value), "must be positive");
};

const target: Check<autoscalingv2.MetricTarget> = (value, at) => {
  const { type } = value;
  if (type === "") at.field("type").required("must specify a metric target type");
  if (!["Utilization", "Value", "AverageValue"].includes(type))
    at.field("type").invalid(type, "must be either Utilization, Value, or AverageValue");
  members<autoscalingv2.MetricTarget>({ value: isPositive, averageValue: isPositive, averageUtilization: positive })(
    value,
    at,
  );
};

const metricId: Check<autoscalingv2.MetricIdentifier> = members<autoscalingv2.MetricIdentifier>({
  name: needed(named(pathSegment), "must specify a metric name"),
});

const objectSource: Check<autoscalingv2.ObjectMetricSource> = (source, at) => {
  members<autoscalingv2.ObjectMetricSource>({ describedObject: reference, metric: metricId, target })(source, at);
  const { value, averageValue } = source.target;
  if (value === undefined && averageValue === undefined)
    at.field("target").field("averageValue").required("must set either a target value or averageValue");
};

const externalSource: Check<autoscalingv2.ExternalMetricSource> = (source, at) => {
  members<autoscalingv2.ExternalMetricSource>({ metric: metricId, target })(source, at);
  const { value, averageValue } = source.target;
  if (value === undefined && averageValue === undefined)
    at.field("target").field("averageValue").required("must set either a target value for metric or a per-pod target");
  if (value !== undefined && averageValue !== undefined)
    at.field("target").field("value").forbidden("may not set both a target value for metric and a per-pod target");
};

const podsSource: Check<autoscalingv2.PodsMetricSource> = (source, at) => {
  members<autoscalingv2.PodsMetricSource>({ metric: metricId, target })(source, at);
  if (source.target.averageValue === undefined)
    at.field("target").field("averageValue").required("must specify a positive target averageValue");
};

/** Usage of a resource: as a percentage of the request, or as an amount. */
const usage: Check<autoscalingv2.MetricTarget> = (value, at) => {
  target(value, at);
  const { averageUtilization, averageValue } = value;
  if (averageUtilization === undefined && averageValue === undefined)
    at.field("averageUtilization").required("must set either a target raw value or a target utilization");
  if (averageUtilization !== undefined && averageValue !== undefined)
    at.field("averageValue").forbidden("may not set both a target raw value and a target utilization");
};

type Source = "object" | "external" | "pods" | "resource" | "containerResource";

/** The members of a metric that describe its source: only the first of several is looked into. */
const sourceNames: readonly Source[] = ["object", "external", "pods", "resource", "containerResource"];
const memberOfType: ReadonlyMap<string, Source> = new Map([
  ["ContainerResource", "containerResource"],
  ["External", "external"],
  ["Object", "object"],
  ["Pods", "pods"],
  ["Resource", "resource"],
]);
const metricType = oneOf(...memberOfType.keys());

function metricOf({ containerNameOfField }: ResourceNames): Check<autoscalingv2.MetricSpec> {
  const sources: { readonly [K in Source]: Check<autoscalingv2.MetricSpec> } = {
    object: members<autoscalingv2.MetricSpec>({ object: objectSource }),
    external: members<autoscalingv2.MetricSpec>({ external: externalSource }),
    pods: members<autoscalingv2.MetricSpec>({ pods: podsSource }),
    resource: members<autoscalingv2.MetricSpec>({
      resource: members<autoscalingv2.ResourceMetricSource>({
        name: needed(undefined, "must specify a resource name"),
        target: usage,
      }),
    }),
    containerResource: members<autoscalingv2.MetricSpec>({
      containerResource: members<autoscalingv2.ContainerResourceMetricSource>({
        name: needed(containerNameOfField, "must specify a resource name"),
        container: needed(named(dns1123Label), "must specify a container"),
        target: usage,
      }),
    }),
  };
  return (metric, at) => {
    const { type } = metric;
    if (type === "") at.field("type").required("must specify a metric source type");
    metricType(type, at.field("type"));
    const present = sourceNames.filter((name) => metric[name] !== undefined);
    const [first] = present;
    if (first !== undefined) sources[first](metric, at);
    const expected = memberOfType.get(type);
    if (expected === undefined) metricType(type, at.field("type"));
    else if (metric[expected] === undefined)
      at.field(expected).required("must populate information for the given metric source");
    if (present.length < 2) return;
    for (const name of present)
      if (name !== expected) at.field(name).forbidden("must populate the given metric source only");
  };
}

/** The messages about behavior spell numbers out. */
function upTo(max: number): Check<number> {
  return (value, at) => {
    if (value > max) at.invalid(value, `must be less than or equal to ${max}`);
  };
}

const aboveZero: Check<number> = (value, at) => {
  if (value <= 0) at.invalid(value, "must be greater than zero");
};

const policy: Check<autoscalingv2.HPAScalingPolicy> = members<autoscalingv2.HPAScalingPolicy>({
  type: oneOf("Percent", "Pods"),
  value: aboveZero,
  periodSeconds: (value, at) => {
    aboveZero(value, at);
    upTo(maxPeriodSeconds)(value, at);
  },
});

const rules: Check<autoscalingv2.HPAScalingRules> = (value, at) => {
  members<autoscalingv2.HPAScalingRules>({
    stabilizationWindowSeconds: (seconds, place) => {
      if (seconds < 0) place.invalid(seconds, "must be greater than or equal to zero");
      upTo(maxStabilizationSeconds)(seconds, place);
    },
    selectPolicy: oneOf("Disabled", "Max", "Min"),
  })(value, at);
  const { policies = [] } = value;
  if (isEmpty(policies)) at.field("policies").required("must specify at least one Policy");
  members<autoscalingv2.HPAScalingRules>({ policies: each(policy), tolerance: amountNotNegative })(value, at);
};

const behavior: Check<autoscalingv2.HorizontalPodAutoscalerBehavior> =
  members<autoscalingv2.HorizontalPodAutoscalerBehavior>({ scaleUp: rules, scaleDown: rules });
