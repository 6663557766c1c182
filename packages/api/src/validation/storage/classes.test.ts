import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("StorageClass", () => {
  const valid = {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    provisioner: "d.example.com",
    parameters: { type: "ssd" },
    reclaimPolicy: "Retain",
    volumeBindingMode: "WaitForFirstConsumer",
    allowVolumeExpansion: true,
    mountOptions: ["ro"],
    allowedTopologies: [{ matchLabelExpressions: [{ key: "zone", values: ["a"] }] }],
    metadata: { name: "core-storageclass" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ provisioner: "" }, ["provisioner: Required value"]],
    [{ provisioner: "a b" }, [`provisioner: Invalid value: "a b": ${formats.qualified}`]],
    [{ provisioner: "Example.COM/A" }, []],
    [{ parameters: { "": "x" } }, ['parameters: Invalid value: "": field can not be empty.']],
    [
      { parameters: { k0: "x".repeat(140000), k1: "x".repeat(140000) } },
      ["parameters: Too long: may not be more than 262144 bytes"],
    ],
    [{ parameters: null }, []],
    [{ reclaimPolicy: "" }, []],
    [
      { reclaimPolicy: "Recycle" },
      ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    ],
    [
      { volumeBindingMode: "" },
      ['volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"'],
    ],
    [
      { volumeBindingMode: "x" },
      ['volumeBindingMode: Unsupported value: "x": supported values: "Immediate", "WaitForFirstConsumer"'],
    ],
    [{ allowedTopologies: [] }, []],
    [
      { allowedTopologies: [{}, {}] },
      [
        'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""',
        'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""',
        'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
        'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
        'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
      ],
    ],
    [
      { allowedTopologies: [{ matchLabelExpressions: [{ key: "", values: [] }] }] },
      [
        "allowedTopologies[0].matchLabelExpressions[0].values: Required value",
        'allowedTopologies[0].matchLabelExpressions[0].key: Invalid value: "": name part must be non-empty',
        `allowedTopologies[0].matchLabelExpressions[0].key: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [
      {
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: "a b", values: ["b", "b", "b c"] },
              { key: "a", values: ["b"] },
              { key: "a", values: ["c"] },
            ],
          },
        ],
      },
      [
        'allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "b"',
        `allowedTopologies[0].matchLabelExpressions[0].key: Invalid value: "a b": ${formats.qualified}`,
        'allowedTopologies[0].matchLabelExpressions[2].key: Duplicate value: "a"',
      ],
    ],
    [
      {
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: "a", values: ["b", "c"] },
              { key: "d", values: ["e"] },
            ],
          },
          {
            matchLabelExpressions: [
              { key: "d", values: ["e"] },
              { key: "a", values: ["c", "b"] },
            ],
          },
        ],
      },
      ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      {
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: "failure-domain.beta.kubernetes.io/zone", values: ["b"] },
              { key: "beta.kubernetes.io/os", values: ["b"] },
              { key: "app.kubernetes.io/created-by", values: ["b"] },
              { key: "node-role.kubernetes.io/master", values: ["b"] },
              { key: "scheduler.alpha.kubernetes.io/preferAvoidPods", values: ["b"] },
            ],
          },
        ],
      },
      [],
    ],
    [{ mountOptions: [""] }, []],
    [
      {
        provisioner: "",
        reclaimPolicy: "x",
        volumeBindingMode: "y",
        parameters: { "": "" },
        allowedTopologies: [{ matchLabelExpressions: [{ key: "a" }] }],
      },
      [
        "provisioner: Required value",
        'parameters: Invalid value: "": field can not be empty.',
        'reclaimPolicy: Unsupported value: "x": supported values: "Delete", "Retain"',
        'volumeBindingMode: Unsupported value: "y": supported values: "Immediate", "WaitForFirstConsumer"',
        "allowedTopologies[0].matchLabelExpressions[0].values: Required value",
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: "failure-domain.beta.kubernetes.io/zone", values: ["b"] },
              { key: "beta.kubernetes.io/os", values: ["b"] },
              { key: "app.kubernetes.io/created-by", values: ["b"] },
              { key: "node-role.kubernetes.io/master", values: ["b"] },
              { key: "scheduler.alpha.kubernetes.io/preferAvoidPods", values: ["b"] },
            ],
          },
        ],
      },
      [
        'allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
        'allowedTopologies[0].matchLabelExpressions[1].key: deprecated since v1.14; use "kubernetes.io/os" instead',
        "allowedTopologies[0].matchLabelExpressions[2].key: deprecated since v1.9",
        'allowedTopologies[0].matchLabelExpressions[3].key: use "node-role.kubernetes.io/control-plane" instead',
        "allowedTopologies[0].matchLabelExpressions[4].key: deprecated since v1.22; use Taints and Tolerations instead",
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ provisioner: "x" }, ["provisioner: Forbidden: updates to provisioner are forbidden."]],
    [
      { provisioner: "" },
      ["provisioner: Required value", "provisioner: Forbidden: updates to provisioner are forbidden."],
    ],
    [{ parameters: { a: "b" } }, ["parameters: Forbidden: updates to parameters are forbidden."]],
    [{ parameters: { type: "ssd", a: "" } }, ["parameters: Forbidden: updates to parameters are forbidden."]],
    [{ parameters: null }, ["parameters: Forbidden: updates to parameters are forbidden."]],
    [{ reclaimPolicy: "Delete" }, ["reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden."]],
    [{ volumeBindingMode: "Immediate" }, ['volumeBindingMode: Invalid value: "Immediate": field is immutable']],
    [
      { provisioner: "x", parameters: null, reclaimPolicy: "Delete", volumeBindingMode: "Immediate" },
      [
        "parameters: Forbidden: updates to parameters are forbidden.",
        "provisioner: Forbidden: updates to provisioner are forbidden.",
        "reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.",
        'volumeBindingMode: Invalid value: "Immediate": field is immutable',
      ],
    ],
    [{ allowVolumeExpansion: false }, []],
    [{ allowedTopologies: [] }, []],
    [{ mountOptions: [] }, []],
    [
      { reclaimPolicy: null, volumeBindingMode: null },
      [
        "reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.",
        'volumeBindingMode: Invalid value: "Immediate": field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});
