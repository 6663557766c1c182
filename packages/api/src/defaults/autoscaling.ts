import { type Fill, isMembers, type Members, members } from "./fill.ts";

const scalingRules =
  (rules: () => Members): Fill =>
  (behavior) => {
    const given = behavior;
    const wanted = rules();
    for (const [name, value] of Object.entries(wanted)) given[name] ??= value;
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
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
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

export const autoscalingV1Defaults: Readonly<Record<string, Fill>> = {
  HorizontalPodAutoscaler: members({ spec: members({ minReplicas: 1 }) }),
};
