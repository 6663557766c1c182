import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { autoscalingValidation } from "./autoscaling.ts";
import { judge } from "./testing/judge.ts";

const kinds = autoscalingValidation(kubernetesDialect);
const valid = {
  spec: {
    scaleTargetRef: { kind: "Deployment", name: "web" },
    minReplicas: 1,
    maxReplicas: 3,
    metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } }],
  },
  status: { desiredReplicas: 0 },
};
const autoscaler = judge(kinds["HorizontalPodAutoscaler"], valid);

describe("numbers of replicas", () => {
  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ minReplicas: null }, []],
    [
      { minReplicas: 0, maxReplicas: -1, scaleTargetRef: { kind: "", name: "a/b" } },
      [
        "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
        "spec.maxReplicas: Invalid value: -1: must be greater than 0",
        "spec.maxReplicas: Invalid value: -1: must be greater than or equal to `minReplicas`",
        "spec.scaleTargetRef.kind: Required value",
        "spec.scaleTargetRef.name: Invalid value: \"a/b\": may not contain '/'",
        "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
      ],
    ],
  ])("%j", (spec, errors) => {
    expect(autoscaler.create({ spec })).toEqual(errors);
    expect(autoscaler.update({ spec })).toEqual(errors);
  });

  it("go down to zero where the gate allows it, with something to measure", () => {
    const gated = judge(kinds["HorizontalPodAutoscaler"], valid, { gates: ["HPAScaleToZero"] });
    const external = { metric: { name: "queue" }, target: { type: "Value", value: "3" } };
    expect(gated.create({ spec: { minReplicas: 0, metrics: [{ type: "External", external }] } })).toEqual([]);
    expect(gated.create({ spec: { minReplicas: 0 } })).toHaveLength(1);
    expect(gated.create({ spec: { minReplicas: 0, metrics: [{ type: "Pods", external }] } })).toContain(
      "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
    );
    expect(gated.create({ spec: { minReplicas: -1 } })).toEqual([
      "spec.minReplicas: Invalid value: -1: must be greater than or equal to 0",
    ]);
  });

  it("of a status are not negative", () => {
    expect(autoscaler.subresource("status", { status: { currentReplicas: -1, desiredReplicas: -2 } })).toEqual([
      "status.currentReplicas: Invalid value: -1: must be greater than or equal to 0",
      "status.desiredReplicas: Invalid value: -2: must be greater than or equal to 0",
    ]);
  });
});

describe("a metric", () => {
  const types = '"ContainerResource", "External", "Object", "Pods", "Resource"';
  it.each<[object, readonly string[]]>([
    [
      { type: "" },
      [
        "type: Required value: must specify a metric source type",
        `type: Unsupported value: "": supported values: ${types}`,
        `type: Unsupported value: "": supported values: ${types}`,
      ],
    ],
    [{ type: "Pods" }, ["pods: Required value: must populate information for the given metric source"]],
    [
      {
        type: "Object",
        object: {
          describedObject: { kind: "", name: "" },
          metric: { name: "a%" },
          target: { type: "", value: "0", averageUtilization: 0 },
        },
      },
      [
        "object.describedObject.kind: Required value",
        "object.describedObject.name: Required value",
        "object.metric.name: Invalid value: \"a%\": may not contain '%'",
        "object.target.type: Required value: must specify a metric target type",
        'object.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
        "object.target.value: Invalid value: quantity 0: must be positive",
        "object.target.averageUtilization: Invalid value: 0: must be greater than 0",
      ],
    ],
    [
      {
        type: "External",
        external: { metric: { name: "" }, target: { type: "Value", value: "1", averageValue: "1" } },
      },
      [
        "external.metric.name: Required value: must specify a metric name",
        "external.target.value: Forbidden: may not set both a target value for metric and a per-pod target",
      ],
    ],
    [
      { type: "Pods", pods: { metric: { name: "qps" }, target: { type: "Value", value: "1" } } },
      ["pods.target.averageValue: Required value: must specify a positive target averageValue"],
    ],
    [
      {
        type: "ContainerResource",
        containerResource: {
          name: "",
          container: "",
          target: { type: "Value", averageUtilization: 1, averageValue: "1" },
        },
      },
      [
        "containerResource.name: Required value: must specify a resource name",
        "containerResource.container: Required value: must specify a container",
        "containerResource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization",
      ],
    ],
    [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Value" } },
        pods: { metric: { name: "qps" }, target: { type: "AverageValue", averageValue: "1" } },
      },
      ["pods: Forbidden: must populate the given metric source only"],
    ],
  ])("%j", (metric, errors) => {
    expect(autoscaler.create({ spec: { metrics: [metric] } })).toEqual(errors.map((e) => `spec.metrics[0].${e}`));
  });
});

describe("behavior", () => {
  const policies = [{ type: "Pods", value: 1, periodSeconds: 1800 }];
  it.each<[object, readonly string[]]>([
    [{ policies, stabilizationWindowSeconds: 3600, selectPolicy: "Disabled", tolerance: "0.1" }, []],
    [{}, ["policies: Required value: must specify at least one Policy"]],
    [
      {
        policies: [{ type: "", value: 0, periodSeconds: 1801 }],
        stabilizationWindowSeconds: -1,
        selectPolicy: "x",
        tolerance: "-1",
      },
      [
        "stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero",
        'selectPolicy: Unsupported value: "x": supported values: "Disabled", "Max", "Min"',
        'policies[0].type: Unsupported value: "": supported values: "Percent", "Pods"',
        "policies[0].value: Invalid value: 0: must be greater than zero",
        "policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800",
        'tolerance: Invalid value: "-1": must be greater than or equal to 0',
      ],
    ],
    [
      { policies, stabilizationWindowSeconds: 3601 },
      ["stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600"],
    ],
  ])("%j", (scaleUp, errors) => {
    expect(autoscaler.create({ spec: { behavior: { scaleUp } } })).toEqual(
      errors.map((e) => `spec.behavior.scaleUp.${e}`),
    );
  });
});

it("a scale is not negative", () => {
  expect(judge(kinds["Scale"], {}).create({ spec: { replicas: -1 } })).toEqual([
    "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
  ]);
});
