import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podTemplate } from "../testing/pods.ts";
import { selectorCases } from "../testing/selector-cases.ts";

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: podTemplate,
    replicas: 1,
    strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  },
};

describe("a deployment", () => {
  const judged = judgeKind(deployment);

  it.each<[object, readonly string[]]>([
    [
      {
        replicas: -1,
        minReadySeconds: -1,
        selector: { matchLabels: { a: "c" } },
        template: {
          metadata: { labels: { a: "b" } },
          spec: { containers: [], restartPolicy: "x", activeDeadlineSeconds: 4 },
        },
        revisionHistoryLimit: -1,
        progressDeadlineSeconds: -1,
        strategy: { type: "x" },
      },
      [
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        "spec.template.spec.containers: Required value",
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"',
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always"',
        "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported",
        'spec.strategy: Unsupported value: {"type":"x","rollingUpdate":{"maxUnavailable":"25%","maxSurge":"25%"}}: supported values: "Recreate", "RollingUpdate"',
        "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
        "spec.progressDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds",
      ],
    ],
    ...selectorCases({ workload: "deployment", isRequired: true, unparsed: ": invalid label selector" }),
    [
      { template: { spec: { ephemeralContainers: [{ name: "e", image: "i" }] } } },
      ["spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template"],
    ],
    [
      { strategy: { type: "Recreate", rollingUpdate: {} }, progressDeadlineSeconds: 0 },
      [
        "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
        "spec.progressDeadlineSeconds: Invalid value: 0: must be greater than minReadySeconds",
      ],
    ],
    [
      { minReadySeconds: 700 },
      ["spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds"],
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } },
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when `maxSurge` is 0',
      ],
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: "0%", maxSurge: "0%" } } },
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"0%"}: may not be 0 when `maxSurge` is 0',
      ],
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: -1, maxSurge: "x" } } },
      [
        "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: -1: must be greater than or equal to 0",
        `spec.strategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"x"}: ${formats.percent}`,
      ],
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: "101%", maxSurge: "200%" } } },
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: "-1%", maxSurge: "1" } } },
      [
        `spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"-1%"}: ${formats.percent}`,
        `spec.strategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"1"}: ${formats.percent}`,
      ],
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: "", maxSurge: 101 } } },
      [
        `spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:""}: ${formats.percent}`,
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("a deployment that is there", () => {
  const judged = judgeKind({
    ...deployment,
    status: { replicas: 3, collisionCount: 2, observedGeneration: 2 },
  });

  it.each<[object, readonly string[]]>([
    [
      { selector: { matchLabels: { a: "c" } } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"c"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
      ],
    ],
    [
      { selector: null },
      [
        "spec.selector: Required value",
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.selector: Invalid value: "null": field is immutable',
      ],
    ],
    [
      { selector: { matchLabels: { a: "b", c: "d" } }, template: { metadata: { labels: { c: "d" } } } },
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b", "c":"d"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
      ],
    ],
    [
      { template: { spec: { containers: [{ name: "c", image: "" }] } } },
      ["spec.template.spec.containers[0].image: Required value"],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          replicas: -1,
          updatedReplicas: -1,
          readyReplicas: -1,
          availableReplicas: -1,
          unavailableReplicas: -1,
          collisionCount: -1,
          observedGeneration: -1,
        },
      },
      [
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
        "status.replicas: Invalid value: -1: must be greater than or equal to 0",
        "status.updatedReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.readyReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.availableReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.unavailableReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.collisionCount: Invalid value: -1: must be greater than or equal to 0",
        "status.collisionCount: Invalid value: -1: cannot be decremented",
      ],
    ],
    [
      { status: { replicas: 1, updatedReplicas: 2, readyReplicas: 3, availableReplicas: 4 } },
      [
        "status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 4: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 4: cannot be greater than readyReplicas",
      ],
    ],
    [
      { status: { collisionCount: 1, observedGeneration: 1 } },
      ["status.collisionCount: Invalid value: 1: cannot be decremented"],
    ],
    [{ status: { collisionCount: null } }, ["status.collisionCount: Invalid value: 0: cannot be decremented"]],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
