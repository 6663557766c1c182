import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

describe("affinity to nodes", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { nodeSelector: { _: "_", "a/b/c": "" } },
      [
        `spec.nodeSelector: Invalid value: "_": ${formats.qualified}`,
        `spec.nodeSelector: Invalid value: "_": ${formats.labelValue}`,
        "spec.nodeSelector: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
      ],
    ],
    [
      { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } } },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term",
      ],
    ],
    [
      { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } } } },
      [],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "a", operator: "In" },
                    { key: "_", operator: "Exists", values: ["x"] },
                    { key: "a", operator: "Gt", values: [] },
                    { key: "", operator: "" },
                    { key: "a", operator: "NotIn", values: ["a_"] },
                  ],
                },
              ],
            },
          },
        },
      },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[1].key: Invalid value: "_": ${formats.qualified}`,
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[2].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[3].operator: Invalid value: "": not a valid selector operator',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[3].key: Invalid value: "": name part must be non-empty',
        `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[3].key: Invalid value: "": ${formats.qualified}`,
        `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[4].values[0]: Invalid value: "a_": ${formats.labelValue}`,
      ],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchFields: [
                    { key: "metadata.name", operator: "In", values: ["A_"] },
                    { key: "metadata.name", operator: "NotIn", values: ["a", "b"] },
                    { key: "x", operator: "Exists" },
                  ],
                },
              ],
            },
          },
        },
      },
      [
        `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values[0]: Invalid value: "A_": ${formats.subdomain}`,
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[1].values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[2].operator: Invalid value: "Exists": not a valid selector operator',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[2].key: Invalid value: "x": not a valid field selector key',
      ],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 0, preference: {} },
              { weight: 101, preference: { matchExpressions: [{ key: "a", operator: "x" }] } },
              { weight: 1, preference: {} },
            ],
          },
        },
      },
      [
        "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100",
        "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[1].weight: Invalid value: 101: must be in the range 1-100",
        'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[1].preference.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("affinity to pods", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        affinity: {
          podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "" }, { topologyKey: "a_" }] },
        },
      },
      [
        "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty",
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must be non-empty',
        `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": ${formats.qualified}`,
        `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[1].topologyKey: Invalid value: "a_": ${formats.qualified}`,
      ],
    ],
    [
      {
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 0,
                podAffinityTerm: {
                  topologyKey: "_",
                  labelSelector: { matchLabels: { _: "a" } },
                  namespaces: ["A_"],
                  namespaceSelector: { matchExpressions: [{ key: "a", operator: "In" }] },
                },
              },
            ],
          },
        },
      },
      [
        "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100",
        `spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector.matchLabels: Invalid value: "_": ${formats.qualified}`,
        "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.namespaceSelector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        `spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.namespace: Invalid value: "A_": ${formats.label}`,
        `spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey: Invalid value: "_": ${formats.qualified}`,
      ],
    ],
    [
      {
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: "a", matchLabelKeys: ["a", "_"], mismatchLabelKeys: ["a", "_"] },
            ],
          },
        },
      },
      [
        "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
        "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].mismatchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys',
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[1]: Invalid value: "_": exists in both matchLabelKeys and mismatchLabelKeys',
      ],
    ],
    [
      {
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: "a", labelSelector: {}, matchLabelKeys: ["a"], mismatchLabelKeys: ["b"] },
            ],
          },
        },
      },
      [],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("spreading", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { topologySpreadConstraints: [{}] },
      [
        "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
        "spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
        'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", "ScheduleAnyway"',
      ],
    ],
    [
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "ScheduleAnyway", minDomains: 1 },
          { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "ScheduleAnyway" },
          {
            maxSkew: 1,
            topologyKey: "a",
            whenUnsatisfiable: "DoNotSchedule",
            minDomains: 0,
            nodeAffinityPolicy: "x",
            nodeTaintsPolicy: "",
          },
        ],
      },
      [
        'spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{a, ScheduleAnyway}"',
        "spec.topologySpreadConstraints[0].minDomains: Invalid value: 1: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
        "spec.topologySpreadConstraints[2].minDomains: Invalid value: 0: must be greater than zero",
        'spec.topologySpreadConstraints[2].nodeAffinityPolicy: Unsupported value: "x": supported values: "Honor", "Ignore"',
        'spec.topologySpreadConstraints[2].nodeTaintsPolicy: Unsupported value: "": supported values: "Honor", "Ignore"',
      ],
    ],
    [
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "DoNotSchedule", matchLabelKeys: ["a"] },
          {
            maxSkew: 1,
            topologyKey: "b",
            whenUnsatisfiable: "DoNotSchedule",
            labelSelector: {
              matchLabels: { a: "b" },
              matchExpressions: [{ key: "c", operator: "Exists", values: ["x"] }],
            },
            matchLabelKeys: ["a", "_", "c"],
          },
        ],
      },
      [
        "spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
        'spec.topologySpreadConstraints[1].matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and labelSelector',
        `spec.topologySpreadConstraints[1].matchLabelKeys[1]: Invalid value: "_": ${formats.qualified}`,
        'spec.topologySpreadConstraints[1].matchLabelKeys[2]: Invalid value: "c": exists in both matchLabelKeys and labelSelector',
        "spec.topologySpreadConstraints[1].labelSelector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("tolerations and gates", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        tolerations: [
          {},
          { operator: "Exists" },
          { key: "_", operator: "x" },
          { key: "a", operator: "Exists", value: "b" },
          { key: "a", value: "_" },
          { key: "a", effect: "x" },
          { key: "a", effect: "NoSchedule", tolerationSeconds: 1 },
          { key: "a", effect: "NoExecute", tolerationSeconds: -1 },
        ],
      },
      [
        'spec.tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"',
        `spec.tolerations[2].key: Invalid value: "_": ${formats.qualified}`,
        'spec.tolerations[2].operator: Unsupported value: "x": supported values: "Equal", "Exists"',
        "spec.tolerations[3].operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'",
        `spec.tolerations[4].operator: Invalid value: "_": ${formats.labelValue}`,
        'spec.tolerations[5].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
        "spec.tolerations[6].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when `tolerationSeconds` is set",
      ],
    ],
    [
      { schedulingGates: [{ name: "_" }, { name: "a" }, { name: "a" }] },
      [
        `spec.schedulingGates[0]: Invalid value: "_": ${formats.qualified}`,
        'spec.schedulingGates[2]: Duplicate value: "a"',
      ],
    ],
    [
      { schedulingGates: [{ name: "a" }], nodeName: "n" },
      ["spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"],
    ],
    [
      { readinessGates: [{ conditionType: "_" }, { conditionType: "" }] },
      [
        `spec.readinessGates[0].conditionType: Invalid value: "_": ${formats.qualified}`,
        'spec.readinessGates[1].conditionType: Invalid value: "": name part must be non-empty',
        `spec.readinessGates[1].conditionType: Invalid value: "": ${formats.qualified}`,
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});
