import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podTemplate } from "../testing/pods.ts";
import { selectorCases } from "../testing/selector-cases.ts";

const replicaSet = {
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: podTemplate,
    replicas: 1,
  },
};

describe("a replica set", () => {
  const judged = judgeKind(replicaSet);

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
      },
      [
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        "spec.template.spec.containers: Required value",
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"',
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always"',
        "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported",
      ],
    ],
    ...selectorCases({ workload: "deployment", isRequired: true, unparsed: ": invalid label selector" }),
    [
      { template: { spec: { ephemeralContainers: [{ name: "e", image: "i" }] } } },
      ["spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template"],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("a replica set that is there", () => {
  const judged = judgeKind({
    ...replicaSet,
    status: { replicas: 3 },
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
      { replicas: -1, selector: { matchLabels: { a: "b", c: "d" } }, template: { metadata: { labels: { c: "d" } } } },
      [
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
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
          replicas: -1,
          fullyLabeledReplicas: -1,
          readyReplicas: -1,
          availableReplicas: -1,
          observedGeneration: -1,
        },
      },
      [
        "status.replicas: Invalid value: -1: must be greater than or equal to 0",
        "status.fullyLabeledReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.readyReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.availableReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
      ],
    ],
    [
      { status: { replicas: 1, fullyLabeledReplicas: 2, readyReplicas: 3, availableReplicas: 4 } },
      [
        "status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 4: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 4: cannot be greater than readyReplicas",
      ],
    ],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
