import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { validJob } from "../testing/jobs.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("rules of failure policies", () => {
  const judged = judgeKind(validJob());

  it.each<[object, readonly string[]]>([
    [
      { podFailurePolicy: { rules: [{}, { action: "" }, { action: "x" }, { action: "FailIndex" }] } },
      [
        'spec.podFailurePolicy.rules[0].action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]',
        "spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required",
        'spec.podFailurePolicy.rules[1].action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]',
        "spec.podFailurePolicy.rules[1]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required",
        'spec.podFailurePolicy.rules[2].action: Unsupported value: "x": supported values: "Count", "FailIndex", "FailJob", "Ignore"',
        "spec.podFailurePolicy.rules[2]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required",
        'spec.podFailurePolicy.rules[3].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set',
        "spec.podFailurePolicy.rules[3]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required",
        'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
      ],
    ],
    [
      {
        podFailurePolicy: {
          rules: [
            { action: "FailJob", onExitCodes: {} },
            { action: "FailJob", onExitCodes: { operator: "x", values: [] } },
            { action: "FailJob", onExitCodes: { containerName: "zz", operator: "In", values: [0, 2, 1, 1] } },
            { action: "FailJob", onExitCodes: { containerName: "c", operator: "NotIn", values: [0, 1, 1] } },
          ],
        },
      },
      [
        'spec.podFailurePolicy.rules[0].onExitCodes.operator: Required value: valid values: ["In" "NotIn"]',
        "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []: at least one value is required",
        'spec.podFailurePolicy.rules[1].onExitCodes.operator: Unsupported value: "x": supported values: "In", "NotIn"',
        "spec.podFailurePolicy.rules[1].onExitCodes.values: Invalid value: []: at least one value is required",
        'spec.podFailurePolicy.rules[2].onExitCodes.containerName: Invalid value: "zz": must be one of the container or initContainer names in the pod template',
        "spec.podFailurePolicy.rules[2].onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator",
        "spec.podFailurePolicy.rules[2].onExitCodes.values[3]: Duplicate value: 1",
        "spec.podFailurePolicy.rules[2].onExitCodes.values: Invalid value: [0,2,1,1]: must be ordered",
        "spec.podFailurePolicy.rules[3].onExitCodes.values[2]: Duplicate value: 1",
        'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
      ],
    ],
    [
      {
        podFailurePolicy: {
          rules: [
            { action: "FailJob", onPodConditions: [{ type: "_", status: "x" }, { type: "" }] },
            { action: "FailJob", onExitCodes: { operator: "In", values: [1] }, onPodConditions: [{ type: "a" }] },
          ],
        },
      },
      [
        `spec.podFailurePolicy.rules[0].onPodConditions[0].type: Invalid value: "_": ${formats.qualified}`,
        'spec.podFailurePolicy.rules[0].onPodConditions[0].status: Unsupported value: "x": supported values: "False", "True", "Unknown"',
        'spec.podFailurePolicy.rules[0].onPodConditions[1].type: Invalid value: "": name part must be non-empty',
        `spec.podFailurePolicy.rules[0].onPodConditions[1].type: Invalid value: "": ${formats.qualified}`,
        "spec.podFailurePolicy.rules[1]: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported",
        'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});
