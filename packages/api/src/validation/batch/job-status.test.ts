import { describe, expect, it } from "vitest";
import { validJob } from "../testing/jobs.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("the status of a job", () => {
  const judged = judgeKind(validJob({ parallelism: 2, completions: 3 }));

  it.each<[object, readonly string[]]>([
    [
      { status: { active: -1, succeeded: -1, failed: -1, ready: -1, terminating: -1 } },
      [
        "status.active: Invalid value: -1: must be greater than or equal to 0",
        "status.succeeded: Invalid value: -1: must be greater than or equal to 0",
        "status.failed: Invalid value: -1: must be greater than or equal to 0",
        "status.ready: Invalid value: -1: must be greater than or equal to 0",
        "status.terminating: Invalid value: -1: must be greater than or equal to 0",
        "status.failed: Invalid value: -1: cannot decrease the failed counter",
        "status.succeeded: Invalid value: -1: cannot decrease the succeeded counter",
      ],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          conditions: [
            { type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "Failed", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
        },
      },
      [
        "status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions",
        "status.completionTime: Required value: completionTime is required for Complete jobs",
        "status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition",
        "status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
      ],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          conditions: [{ type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }],
          completionTime: "2026-01-02T00:00:00Z",
        },
      },
      [
        "status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
      ],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          conditions: [
            { type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
          completionTime: "2026-01-02T00:00:00Z",
        },
      },
      [],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          conditions: [
            { type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
          completionTime: "2025-01-02T00:00:00Z",
        },
      },
      [
        "status.completionTime: Invalid value: 2025-01-02 00:00:00 +0000 UTC: completionTime cannot be set before startTime",
      ],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          conditions: [
            { type: "Failed", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "FailureTarget", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
          active: 1,
          ready: 2,
          terminating: 1,
          completionTime: "2026-01-02T00:00:00Z",
        },
      },
      [
        "status.completionTime: Invalid value: 2026-01-02 00:00:00 +0000 UTC: cannot set completionTime when there is no Complete=True condition",
        "status.active: Invalid value: 1: active>0 is invalid for finished job",
        "status.terminating: Invalid value: 1: terminating>0 is invalid for finished job",
        "status.ready: Invalid value: 2: cannot set more ready pods than active",
      ],
    ],
    [
      {
        status: {
          conditions: [
            { type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
          completionTime: "2026-01-02T00:00:00Z",
        },
      },
      ["status.startTime: Required value: startTime is required for finished job"],
    ],
    [
      { status: { startTime: "2026-01-01T00:00:00Z", completedIndexes: "x" } },
      [
        'status.completedIndexes: Invalid value: "x": error parsing completedIndexes: cannot convert string to integer for index: "x"',
        'status.completedIndexes: Invalid value: "x": cannot set non-empty completedIndexes when non-indexed completion mode',
      ],
    ],
    [
      { status: { startTime: "2026-01-01T00:00:00Z", failedIndexes: "1" } },
      ['status.failedIndexes: Invalid value: "1": cannot set non-null failedIndexes when backoffLimitPerIndex is null'],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          uncountedTerminatedPods: { succeeded: ["a", "a", ""], failed: ["a", "b"] },
        },
      },
      [
        'status.uncountedTerminatedPods.succeeded[1]: Duplicate value: "a"',
        'status.uncountedTerminatedPods.succeeded[2]: Invalid value: "": must not be empty',
        'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
      ],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          conditions: [
            { type: "FailureTarget", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
        },
      },
      ["status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          conditions: [
            { type: "Failed", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
        },
      },
      [
        "status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition",
        "status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and Failed=true conditions",
      ],
    ],
    [
      {
        status: {
          startTime: "2026-01-01T00:00:00Z",
          uncountedTerminatedPods: { succeeded: ["a"] },
          conditions: [
            { type: "Failed", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "FailureTarget", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
        },
      },
      [
        'status.uncountedTerminatedPods: Invalid value: {"succeeded":["a"]}: uncountedTerminatedPods needs to be empty for finished job',
      ],
    ],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});

describe("the status of a job of indexes", () => {
  const judged = judgeKind(
    validJob(
      {
        parallelism: 2,
        completions: 3,
        completionMode: "Indexed",
        backoffLimitPerIndex: 1,
        successPolicy: { rules: [{ succeededCount: 1 }] },
        backoffLimit: 2147483647,
      },
      {
        startTime: "2026-01-01T00:00:00Z",
        active: 1,
        failed: 2,
        succeeded: 1,
        completedIndexes: "0",
        failedIndexes: "1",
        uncountedTerminatedPods: { succeeded: ["q"] },
        conditions: [{ type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }],
      },
    ),
  );

  it.each<[object, readonly string[]]>([
    [
      { status: { failed: 1, succeeded: 0 } },
      [
        "status.failed: Invalid value: 1: cannot decrease the failed counter",
        "status.succeeded: Invalid value: 0: cannot decrease the succeeded counter",
      ],
    ],
    [
      { status: { startTime: null } },
      ["status.startTime: Required value: startTime cannot be removed for unsuspended job"],
    ],
    [
      { status: { completedIndexes: "0-5" } },
      ['status.completedIndexes: Invalid value: "0-5": error parsing completedIndexes: too large index: "5"'],
    ],
    [
      { status: { completedIndexes: "0-1", failedIndexes: "1-2" } },
      ['status.failedIndexes: Invalid value: "1-2": failedIndexes and completedIndexes overlap at index: 1'],
    ],
    [
      { status: { completedIndexes: "0,x", failedIndexes: "9" } },
      [
        'status.completedIndexes: Invalid value: "0,x": error parsing completedIndexes: cannot convert string to integer for index: "x"',
        'status.failedIndexes: Invalid value: "9": error parsing failedIndexes: too large index: "9"',
      ],
    ],
    [
      { status: { conditions: [] } },
      ["status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition"],
    ],
    [
      {
        status: {
          conditions: [{ type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }],
          completionTime: "2026-01-02T00:00:00Z",
          active: 0,
          uncountedTerminatedPods: null,
        },
      },
      [
        "status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
        "status.conditions: Invalid value: cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True",
        "status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition",
      ],
    ],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});

describe("the status of a job that succeeded", () => {
  const judged = judgeKind(
    validJob(
      {},
      {
        startTime: "2026-01-01T00:00:00Z",
        completionTime: "2026-01-02T00:00:00Z",
        conditions: [
          { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
          { type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
        ],
        succeeded: 1,
      },
    ),
  );

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          conditions: [
            { type: "SuccessCriteriaMet", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
            { type: "Complete", status: "False", lastTransitionTime: "2026-01-01T00:00:00Z" },
          ],
        },
      },
      [
        "status.completionTime: Invalid value: 2026-01-02 00:00:00 +0000 UTC: cannot set completionTime when there is no Complete=True condition",
        "status.conditions: Invalid value: cannot disable the terminal Complete=True condition",
      ],
    ],
    [
      { status: { completionTime: "2026-01-03T00:00:00Z" } },
      ["status.completionTime: Invalid value: 2026-01-03 00:00:00 +0000 UTC: completionTime cannot be mutated"],
    ],
    [
      { status: { completionTime: null } },
      ["status.completionTime: Required value: completionTime is required for Complete jobs"],
    ],
    [
      { status: { startTime: null } },
      [
        "status.startTime: Required value: startTime is required for finished job",
        "status.startTime: Required value: startTime cannot be removed for unsuspended job",
      ],
    ],
    [
      { status: { conditions: [] } },
      [
        "status.completionTime: Invalid value: 2026-01-02 00:00:00 +0000 UTC: cannot set completionTime when there is no Complete=True condition",
        "status.conditions: Invalid value: cannot disable the terminal Complete=True condition",
        "status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition",
      ],
    ],
    [{ status: { active: 1 } }, ["status.active: Invalid value: 1: active>0 is invalid for finished job"]],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
