import type { Dialect } from "@svc/meta";
import { type Fill, isMembers, type Members, members } from "./fill.ts";

const cpuPercent = 80;

const scalingRules =
  (rules: () => Members): Fill =>
  (behavior) => {
    const members = behavior;
    const target = rules();
    for (const [name, value] of Object.entries(target)) members[name] ??= value;
  };

const scaleUp = scalingRules(() => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: "Max",
  policies: [
    { type: "Pods", value: 4, periodSeconds: 15 },
    { type: "Percent", value: 100, periodSeconds: 15 },
  ],
}));

const scaleDown = scalingRules(() => ({
  selectPolicy: "Max",
  policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
}));

const cpu = (): Members => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: cpuPercent } },
});

export const autoscalingV2Defaults: Readonly<Record<string, Fill>> = {
  HorizontalPodAutoscaler: members({
    spec: (spec, gates) => {
      spec["minReplicas"] ??= 1;
      if (!Array.isArray(spec["metrics"]) || spec["metrics"].length === 0) spec["metrics"] = [cpu()];
      const { behavior } = spec;
      if (!isMembers(behavior)) return;
      scaleUp((behavior["scaleUp"] ??= {}) as Members, gates);
      scaleDown((behavior["scaleDown"] ??= {}) as Members, gates);
    },
  }),
};

/**
 * Version 1 has a field for one metric; others are in an annotation. Without either, the metric is
 * the default one.
 */
export function autoscalingV1Defaults(dialect: Dialect): Readonly<Record<string, Fill>> {
  const metrics = dialect.expand("autoscaling.alpha.{labels}/metrics");
  return {
    HorizontalPodAutoscaler: ({ spec, metadata }) => {
      if (!isMembers(spec)) return;
      spec["minReplicas"] ??= 1;
      const annotations = isMembers(metadata) ? metadata["annotations"] : undefined;
      if (!isMembers(annotations) || annotations[metrics] === undefined)
        spec["targetCPUUtilizationPercentage"] ??= cpuPercent;
    },
  };
}
