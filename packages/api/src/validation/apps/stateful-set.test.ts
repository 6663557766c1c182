import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podTemplate } from "../testing/pods.ts";
import { selectorCases } from "../testing/selector-cases.ts";

const statefulSet = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: podTemplate,
    serviceName: "s",
    podManagementPolicy: "OrderedReady",
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
    replicas: 1,
    revisionHistoryLimit: 10,
  },
};

describe("a stateful set", () => {
  const judged = judgeKind(statefulSet);

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
        serviceName: "A",
        revisionHistoryLimit: -1,
        podManagementPolicy: "x",
        updateStrategy: { type: "x" },
        ordinals: { start: -1 },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "x", whenScaled: "y" },
      },
      [
        "spec.podManagementPolicy: Invalid value: \"x\": must be 'OrderedReady' or 'Parallel'",
        'spec.updateStrategy: Invalid value: {"type":"x","rollingUpdate":{"partition":0}}: must be \'RollingUpdate\' or \'OnDelete\'',
        'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "x": supported values: "Retain", "Delete"',
        'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "y": supported values: "Retain", "Delete"',
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0",
        `spec.serviceName: Invalid value: "A": ${formats.label}`,
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always"',
        "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported",
      ],
    ],
    ...selectorCases({ workload: "statefulset", isRequired: true, unparsed: "" }),
    [{ template: { spec: { ephemeralContainers: [{ name: "e", image: "i" }] } } }, []],
    [
      { updateStrategy: { type: "OnDelete", rollingUpdate: { partition: 1 } } },
      [
        "spec.updateStrategy.rollingUpdate: Invalid value: {\"partition\":1}: only allowed for updateStrategy 'RollingUpdate'",
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { partition: -1 } } },
      ["spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0"],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { revisionHistoryLimit: -1 },
      ["spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"],
    ],
    [
      {
        volumeClaimTemplates: [
          {
            metadata: { name: "v" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } },
          },
        ],
      },
      [
        'spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
      ],
    ],
  ])("warns of %j", (spec, texts) => {
    expect(judged.warnings({ spec })).toEqual(texts);
  });
});

describe("a stateful set with gates", () => {
  const judged = judgeKind(
    {
      ...statefulSet,
      spec: {
        ...statefulSet.spec,
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0, maxUnavailable: 1 } },
      },
    },
    { gates: ["MaxUnavailableStatefulSet"] },
  );

  it.each<[object, readonly string[]]>([
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: "x" } } },
      [
        `spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"x"}: ${formats.percent}`,
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"x"}: cannot be 0',
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      [
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: cannot be 0',
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: "0%" } } },
      [
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"0%"}: cannot be 0',
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: "101%" } } },
      [
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: -1 } } },
      ["spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: -1: must be greater than or equal to 0"],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("a stateful set that is there", () => {
  const judged = judgeKind({
    ...statefulSet,
    status: { replicas: 3, collisionCount: 2 },
  });

  it.each<[object, readonly string[]]>([
    [
      { selector: { matchLabels: { a: "c" } } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      { serviceName: "A" },
      [
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      { serviceName: "b", replicas: -1, podManagementPolicy: "Parallel" },
      [
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      {
        updateStrategy: { type: "OnDelete", rollingUpdate: null },
        replicas: 4,
        revisionHistoryLimit: 2,
        minReadySeconds: 3,
        ordinals: { start: 2 },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
        template: { spec: { containers: [{ name: "", image: "j" }] } },
      },
      [],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          replicas: -1,
          readyReplicas: -1,
          currentReplicas: -1,
          updatedReplicas: -1,
          availableReplicas: -1,
          observedGeneration: -1,
          collisionCount: -1,
        },
      },
      [
        "status.replicas: Invalid value: -1: must be greater than or equal to 0",
        "status.readyReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.currentReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.updatedReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.availableReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
        "status.collisionCount: Invalid value: -1: must be greater than or equal to 0",
        "status.collisionCount: Invalid value: -1: cannot be decremented",
      ],
    ],
    [
      { status: { replicas: 1, readyReplicas: 2, currentReplicas: 3, updatedReplicas: 4, availableReplicas: 5 } },
      [
        "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.currentReplicas: Invalid value: 3: cannot be greater than status.replicas",
        "status.updatedReplicas: Invalid value: 4: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 5: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 5: cannot be greater than status.readyReplicas",
      ],
    ],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
