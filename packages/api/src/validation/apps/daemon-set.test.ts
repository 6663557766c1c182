import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podTemplate } from "../testing/pods.ts";
import { selectorCases } from "../testing/selector-cases.ts";

const daemonSet = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: podTemplate,
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    revisionHistoryLimit: 10,
  },
};

describe("a daemon set", () => {
  const judged = judgeKind(daemonSet);

  it.each<[object, readonly string[]]>([
    [
      {
        replicas: null,
        minReadySeconds: -1,
        selector: { matchLabels: { a: "c" } },
        template: {
          metadata: { labels: { a: "b" } },
          spec: { containers: [], restartPolicy: "x", activeDeadlineSeconds: 4 },
        },
        revisionHistoryLimit: -1,
        updateStrategy: { type: "x" },
      },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        "spec.template.spec.containers: Required value",
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"',
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always"',
        "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported",
        "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
        'spec.updateStrategy: Unsupported value: {"type":"x","rollingUpdate":{"maxUnavailable":1,"maxSurge":0}}: supported values: "RollingUpdate", "OnDelete"',
        "spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
      ],
    ],
    ...selectorCases({ workload: "daemonset", isRequired: false }),
    [
      { template: { spec: { ephemeralContainers: [{ name: "e", image: "i" }] } } },
      ["spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template"],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
      [
        'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:0, IntVal:1, StrVal:""}: may not be set when maxUnavailable is non-zero',
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
      ["spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0"],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxSurge: "101%", maxUnavailable: "x" } } },
      [
        `spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"x"}: ${formats.percent}`,
        'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxSurge: -1, maxUnavailable: -1 } } },
      [
        "spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: -1: must be greater than or equal to 0",
        "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: -1: must be greater than or equal to 0",
        'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:0, IntVal:-1, StrVal:""}: may not be set when maxUnavailable is non-zero',
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxSurge: "-5%", maxUnavailable: "101%" } } },
      [
        `spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"-5%"}: ${formats.percent}`,
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [{ updateStrategy: { type: "OnDelete", rollingUpdate: { maxSurge: "x" } } }, []],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("a daemon set that is there", () => {
  const judged = judgeKind({
    ...daemonSet,
    status: { observedGeneration: 2, collisionCount: 2 },
  });

  it.each<[object, readonly string[]]>([
    [
      { selector: { matchLabels: { a: "c" } } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"c"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
      ],
    ],
    [
      {
        minReadySeconds: -1,
        selector: { matchLabels: { a: "b", c: "d" } },
        template: { metadata: { labels: { c: "d" } } },
      },
      [
        "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b", "c":"d"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
      ],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          currentNumberScheduled: -1,
          numberMisscheduled: -1,
          desiredNumberScheduled: -1,
          numberReady: -1,
          observedGeneration: -1,
          updatedNumberScheduled: -1,
          numberAvailable: -1,
          numberUnavailable: -1,
          collisionCount: -1,
        },
      },
      [
        "status.currentNumberScheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.numberMisscheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.desiredNumberScheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.numberReady: Invalid value: -1: must be greater than or equal to 0",
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
        "status.updatedNumberScheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.numberAvailable: Invalid value: -1: must be greater than or equal to 0",
        "status.numberUnavailable: Invalid value: -1: must be greater than or equal to 0",
        "status.collisionCount: Invalid value: -1: must be greater than or equal to 0",
        "status.collisionCount: Invalid value: -1: cannot be decremented",
      ],
    ],
    [{ status: { collisionCount: 1 } }, ["status.collisionCount: Invalid value: 1: cannot be decremented"]],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
