import { describe, expect, it } from "vitest";
import { formats } from "./testing/formats.ts";
import { judgeKind } from "./testing/judge-kind.ts";

describe("PodDisruptionBudget", () => {
  const valid = {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    spec: { selector: { matchLabels: { a: "b" } }, minAvailable: "50%" },
    metadata: { name: "core-poddisruptionbudget" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: null }, []],
    [
      { spec: { maxUnavailable: 1 } },
      [
        'spec: Invalid value: {"selector":{"matchLabels":{"a":"b"}},"minAvailable":"50%","maxUnavailable":1}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    [{ spec: { minAvailable: -1 } }, ["spec.minAvailable: Invalid value: -1: must be greater than or equal to 0"]],
    [
      { spec: { minAvailable: "-1%" } },
      [`spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"-1%"}: ${formats.percent}`],
    ],
    [
      { spec: { minAvailable: "" } },
      [`spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:""}: ${formats.percent}`],
    ],
    [
      { spec: { minAvailable: "x" } },
      [`spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"x"}: ${formats.percent}`],
    ],
    [
      { spec: { minAvailable: "101%" } },
      [
        'spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [{ spec: { minAvailable: "100%" } }, []],
    [
      { spec: { minAvailable: "0101%" } },
      [
        'spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"0101%"}: must not be greater than 100%',
      ],
    ],
    [
      { spec: { minAvailable: null, maxUnavailable: "101%" } },
      [
        'spec.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [
      { spec: { minAvailable: null, maxUnavailable: -5 } },
      ["spec.maxUnavailable: Invalid value: -5: must be greater than or equal to 0"],
    ],
    [
      {
        spec: {
          minAvailable: "x",
          maxUnavailable: "y",
          unhealthyPodEvictionPolicy: "z",
          selector: { matchLabels: { "a b": "c" } },
        },
      },
      [
        'spec: Invalid value: {"selector":{"matchLabels":{"a":"b","a b":"c"}},"minAvailable":"x","maxUnavailable":"y","unhealthyPodEvictionPolicy":"z"}: minAvailable and maxUnavailable cannot be both set',
        `spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"x"}: ${formats.percent}`,
        `spec.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"y"}: ${formats.percent}`,
        `spec.selector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        'spec.unhealthyPodEvictionPolicy: Unsupported value: "z": supported values: "AlwaysAllow", "IfHealthyBudget"',
      ],
    ],
    [
      { spec: { unhealthyPodEvictionPolicy: "" } },
      ['spec.unhealthyPodEvictionPolicy: Unsupported value: "": supported values: "AlwaysAllow", "IfHealthyBudget"'],
    ],
    [
      { spec: { unhealthyPodEvictionPolicy: "x" } },
      ['spec.unhealthyPodEvictionPolicy: Unsupported value: "x": supported values: "AlwaysAllow", "IfHealthyBudget"'],
    ],
    [{ spec: { selector: null } }, []],
    [
      { spec: { selector: { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] } } },
      [`spec.selector.matchExpressions[0].values[0]: Invalid value: "b c": ${formats.labelValue}`],
    ],
    [{ metadata: { name: "A_b" } }, []],
    [
      { spec: { minAvailable: "99999999999999999999%" } },
      [
        'spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"99999999999999999999%"}: must not be greater than 100%',
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { maxUnavailable: 1 } },
      [
        'spec: Invalid value: {"selector":{"matchLabels":{"a":"b"}},"minAvailable":"50%","maxUnavailable":1}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    [{ spec: { minAvailable: -1 } }, ["spec.minAvailable: Invalid value: -1: must be greater than or equal to 0"]],
    [
      { spec: { selector: { matchLabels: { "a b": "c" } } } },
      [`spec.selector.matchLabels: Invalid value: "a b": ${formats.qualified}`],
    ],
    [
      { spec: { selector: { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] } } },
      [`spec.selector.matchExpressions[0].values[0]: Invalid value: "b c": ${formats.labelValue}`],
    ],
    [{ spec: { selector: { matchLabels: { c: "d" } } } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          disruptionsAllowed: -1,
          currentHealthy: -2,
          desiredHealthy: -3,
          expectedPods: -4,
          observedGeneration: -1,
        },
      },
      [
        "status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0",
        "status.currentHealthy: Invalid value: -2: must be greater than or equal to 0",
        "status.desiredHealthy: Invalid value: -3: must be greater than or equal to 0",
        "status.expectedPods: Invalid value: -4: must be greater than or equal to 0",
      ],
    ],
    [
      {
        status: {
          conditions: [
            {},
            { type: "a", status: "x", observedGeneration: -1, reason: "a b" },
            {
              type: "a",
              status: "True",
              reason: "x".repeat(1025),
              message: "x".repeat(32769),
              lastTransitionTime: "2024-01-01T00:00:00Z",
            },
          ],
        },
      },
      [
        'status.conditions[0].type: Invalid value: "": name part must be non-empty',
        `status.conditions[0].type: Invalid value: "": ${formats.qualified}`,
        'status.conditions[0].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
        "status.conditions[0].lastTransitionTime: Required value: must be set",
        "status.conditions[0].reason: Required value: must be set",
        'status.conditions[1].status: Unsupported value: "x": supported values: "False", "True", "Unknown"',
        "status.conditions[1].observedGeneration: Invalid value: -1: must be greater than or equal to zero",
        "status.conditions[1].lastTransitionTime: Required value: must be set",
        `status.conditions[1].reason: Invalid value: "a b": ${formats.reason}`,
        'status.conditions[2].type: Duplicate value: "a"',
        "status.conditions[2].reason: Too long: may not be more than 1024 bytes",
        "status.conditions[2].message: Too long: may not be more than 32768 bytes",
      ],
    ],
    [
      { spec: { minAvailable: -1 }, status: { disruptionsAllowed: -1 } },
      ["status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0"],
    ],
    [{ status: { disruptedPods: { "a b": "2024-01-01T00:00:00Z" } } }, []],
    [{ status: null }, []],
    [
      {
        status: {
          disruptionsAllowed: -1,
          conditions: [
            { type: "a", status: "x", lastTransitionTime: "2024-01-01T00:00:00Z", reason: "a", message: "" },
          ],
        },
      },
      [
        'status.conditions[0].status: Unsupported value: "x": supported values: "False", "True", "Unknown"',
        "status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0",
      ],
    ],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
