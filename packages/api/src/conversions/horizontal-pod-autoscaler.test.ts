import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { horizontalPodAutoscalerV1 } from "./horizontal-pod-autoscaler.ts";

const { toStorage, fromStorage } = horizontalPodAutoscalerV1(kubernetesDialect);
const annotation = "autoscaling.alpha.kubernetes.io/metrics";
const autoscaler = (spec: object, annotations?: object): ApiObject =>
  ({
    apiVersion: "autoscaling/v1",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "a", ...(annotations === undefined ? {} : { annotations }) },
    spec: { maxReplicas: 5, ...spec },
  }) as ApiObject;
const cpu = (averageUtilization: number): object => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});

describe("version 1 as it is stored", () => {
  it.each<[object, object | undefined, readonly object[]]>([
    [{ targetCPUUtilizationPercentage: 50 }, undefined, [cpu(50)]],
    [{}, undefined, [cpu(80)]],
    [{}, { [annotation]: "[]" }, [cpu(80)]],
    [{}, { [annotation]: "bad" }, [cpu(80)]],
    [
      { targetCPUUtilizationPercentage: 50 },
      { [annotation]: '[{"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":33}}]' },
      [cpu(33), cpu(50)],
    ],
    [
      {},
      { [annotation]: '[{"type":"Pods","pods":{"metricName":"q","targetAverageValue":"1"}}]' },
      [{ type: "Pods", pods: { metric: { name: "q" }, target: { type: "AverageValue", averageValue: "1" } } }],
    ],
  ])("%j %j", (spec, annotations, metrics) => {
    const stored = toStorage(autoscaler(spec, annotations)) as ApiObject & { spec: { metrics: unknown } };
    expect(stored.spec.metrics).toEqual(metrics);
    expect(stored.metadata.annotations).toBeUndefined();
  });
});

describe("metrics there and back", () => {
  it.each<[object, string]>([
    [
      { type: "Pods", pods: { metric: { name: "qps" }, target: { type: "AverageValue", averageValue: "10" } } },
      '{"type":"Pods","pods":{"metricName":"qps","targetAverageValue":"10"}}',
    ],
    [
      {
        type: "Object",
        object: {
          describedObject: { kind: "Service", name: "s" },
          target: { type: "Value", value: "3" },
          metric: { name: "m", selector: { matchLabels: { a: "b" } } },
        },
      },
      '{"type":"Object","object":{"target":{"kind":"Service","name":"s"},"metricName":"m","targetValue":"3","selector":{"matchLabels":{"a":"b"}}}}',
    ],
    [
      { type: "External", external: { metric: { name: "e" }, target: { type: "AverageValue", averageValue: "2" } } },
      '{"type":"External","external":{"metricName":"e","targetAverageValue":"2"}}',
    ],
    [
      { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
      '{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}',
    ],
    [
      {
        type: "ContainerResource",
        containerResource: { name: "cpu", target: { type: "Utilization", averageUtilization: 3 }, container: "c" },
      },
      '{"type":"ContainerResource","containerResource":{"name":"cpu","targetAverageUtilization":3,"container":"c"}}',
    ],
  ])("%j", (metric, text) => {
    const v1 = fromStorage(autoscaler({ metrics: [cpu(70), metric, cpu(60)] })) as ApiObject & { spec: object };
    expect(v1.metadata.annotations).toEqual({ [annotation]: `[${text}]` });
    expect(v1.spec).toEqual({ maxReplicas: 5, targetCPUUtilizationPercentage: 70 });
    expect((toStorage(v1) as ApiObject & { spec: object }).spec).toEqual({
      maxReplicas: 5,
      metrics: [metric, cpu(70)],
    });
  });
});

it("the current usage is in the annotation, too, which takes precedence", () => {
  const current = { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 10 } } };
  const kept = "autoscaling.alpha.kubernetes.io/current-metrics";
  const text =
    '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":10,"currentAverageValue":"0"}}]';
  const v1 = fromStorage({ ...autoscaler({ metrics: [cpu(80)] }), status: { currentMetrics: [current] } } as ApiObject);
  expect(v1.metadata.annotations).toEqual({ [kept]: text });
  expect(v1["status"]).toEqual({ currentCPUUtilizationPercentage: 10 });
  const changed = { ...v1, status: { currentCPUUtilizationPercentage: 20 } } as ApiObject;
  expect(toStorage(changed)["status"]).toEqual({
    currentMetrics: [
      { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 10, averageValue: "0" } } },
    ],
  });
});

describe("a behavior there and back", () => {
  const behaviorOf = "autoscaling.alpha.kubernetes.io/behavior";
  const policy = { type: "Percent", value: 10, periodSeconds: 30 };
  it.each<[object, string]>([
    [
      { scaleDown: { stabilizationWindowSeconds: 60, selectPolicy: "Max", policies: [policy] } },
      '{"ScaleUp":null,"ScaleDown":{"StabilizationWindowSeconds":60,"SelectPolicy":"Max","Policies":[{"Type":"Percent","Value":10,"PeriodSeconds":30}],"Tolerance":null}}',
    ],
    [
      { scaleUp: { selectPolicy: "Disabled" }, scaleDown: {} },
      '{"ScaleUp":{"StabilizationWindowSeconds":null,"SelectPolicy":"Disabled","Policies":null,"Tolerance":null},"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":null,"Policies":null,"Tolerance":null}}',
    ],
  ])("%j", (behavior, text) => {
    const shown = fromStorage(autoscaler({ behavior }));
    expect(shown.metadata.annotations?.[behaviorOf]).toBe(text);
    expect(toStorage(shown)).toMatchObject({ spec: { behavior } });
  });
  it("is read in any case", () => {
    const text = JSON.stringify({ scaleDown: { Policies: [policy], selectPolicy: null } });
    const stored = toStorage(autoscaler({}, { [behaviorOf]: text })) as ApiObject & { spec: object };
    expect(stored.spec).toMatchObject({ behavior: { scaleDown: { policies: [policy] } } });
  });
});
