import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { validJob } from "../testing/jobs.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("a job", () => {
  const judged = judgeKind(validJob());

  it.each<[object, readonly string[]]>([
    [
      { template: { spec: { restartPolicy: "Always" } } },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      { template: { spec: { restartPolicy: "x", containers: [] } } },
      [
        "spec.template.spec.containers: Required value",
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"',
        'spec.template.spec.restartPolicy: Unsupported value: "x": supported values: "OnFailure", "Never"',
      ],
    ],
    [
      { template: { spec: { restartPolicy: "OnFailure" } }, podFailurePolicy: { rules: [] } },
      [
        'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
        'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified',
      ],
    ],
    [
      {
        parallelism: -1,
        completions: -1,
        activeDeadlineSeconds: -1,
        backoffLimit: -1,
        ttlSecondsAfterFinished: -1,
        backoffLimitPerIndex: -1,
        maxFailedIndexes: -1,
        completionMode: "x",
        managedBy: "",
        podReplacementPolicy: "x",
      },
      [
        "spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
        "spec.completions: Invalid value: -1: must be greater than or equal to 0",
        "spec.activeDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0",
        "spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to 0",
        "spec.backoffLimitPerIndex: Invalid value: -1: must be greater than or equal to 0",
        "spec.maxFailedIndexes: Invalid value: -1: must be greater than or equal to 0",
        "spec.managedBy: Required value",
        'spec.completionMode: Unsupported value: "x": supported values: "NonIndexed", "Indexed"',
        'spec.podReplacementPolicy: Unsupported value: "x": supported values: "Failed", "TerminatingOrFailed"',
      ],
    ],
    [
      { selector: null },
      [
        "spec.selector: Required value",
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
      ],
    ],
    [{ selector: {} }, []],
    [
      { selector: { matchLabels: { _: "_" } } },
      [
        `spec.selector.matchLabels: Invalid value: "_": ${formats.qualified}`,
        `spec.selector.matchLabels: Invalid value: "_": ${formats.labelValue}`,
      ],
    ],
    [
      { selector: { matchLabels: { a: "c" } } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
      ],
    ],
    [
      { backoffLimitPerIndex: 1, maxFailedIndexes: 1 },
      [
        "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
        "spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode",
      ],
    ],
    [
      { managedBy: "x" },
      ['spec.managedBy: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      { managedBy: "a.b/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" },
      ["spec.managedBy: Too long: may not be more than 63 bytes"],
    ],
    [
      { managedBy: "a_b/c d" },
      [
        `spec.managedBy: Invalid value: "a_b": ${formats.subdomain}`,
        "spec.managedBy: Invalid value: \"c d\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
      ],
    ],
    [
      { successPolicy: { rules: [] } },
      ['spec.successPolicy: Invalid value: {"rules":[]}: requires indexed completion mode'],
    ],
    [
      { podFailurePolicy: { rules: [] }, podReplacementPolicy: "TerminatingOrFailed" },
      ['spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"'],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("a job of indexes", () => {
  const judged = judgeKind(validJob({ completionMode: "Indexed" }));

  it.each<[object, readonly string[]]>([
    [
      {
        metadata: { name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
        spec: { completions: 100 },
      },
      [
        'metadata.name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": will not able to create pod with invalid DNS label: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-99',
      ],
    ],
  ])("is made of %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ parallelism: 2 }, []],
    [
      { completions: 100001, parallelism: 100001 },
      ["spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed"],
    ],
    [
      { completions: 3, maxFailedIndexes: 1 },
      ["spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified"],
    ],
    [
      { completions: 3, backoffLimitPerIndex: 1, maxFailedIndexes: 4 },
      ["spec.maxFailedIndexes: Invalid value: 4: must be less than or equal to completions"],
    ],
    [
      { completions: 100001, parallelism: 10001, backoffLimitPerIndex: 1 },
      [
        "spec.maxFailedIndexes: Required value: must be specified when completions is above 100000",
        "spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index",
      ],
    ],
    [
      { completions: 200001, parallelism: 10001, backoffLimitPerIndex: 1, maxFailedIndexes: 100001 },
      [
        "spec.maxFailedIndexes: Invalid value: 100001: must be less than or equal to 100000",
        "spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index",
        "spec.maxFailedIndexes: Invalid value: 100001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index",
      ],
    ],
    [
      { completionMode: "Indexed", completions: 5, successPolicy: { rules: [] } },
      [
        "spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified",
      ],
    ],
    [
      {
        completionMode: "Indexed",
        completions: 5,
        successPolicy: {
          rules: [
            {},
            { succeededIndexes: "x" },
            { succeededIndexes: "1-9" },
            { succeededIndexes: "3,1" },
            { succeededIndexes: "1-3", succeededCount: 4 },
            { succeededCount: 6 },
            { succeededCount: -1 },
            { succeededIndexes: "1-2-3" },
            { succeededIndexes: "1," },
            { succeededIndexes: "2-2" },
            { succeededIndexes: "0,2-3", succeededCount: 3 },
            { succeededIndexes: "0-1,5", succeededCount: 1 },
          ],
        },
      },
      [
        "spec.successPolicy.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be specified",
        'spec.successPolicy.rules[1].succeededIndexes: Invalid value: "x": error parsing succeededIndexes: cannot convert string to integer for index: "x"',
        'spec.successPolicy.rules[2].succeededIndexes: Invalid value: "1-9": error parsing succeededIndexes: too large index: "9"',
        'spec.successPolicy.rules[3].succeededIndexes: Invalid value: "3,1": error parsing succeededIndexes: non-increasing order, previous: 3, current: 1',
        "spec.successPolicy.rules[4].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of indexes in the specified succeededIndexes field)",
        "spec.successPolicy.rules[5].succeededCount: Invalid value: 6: must be less than or equal to 5 (the number of specified completions)",
        "spec.successPolicy.rules[6].succeededCount: Invalid value: -1: must be greater than or equal to 0",
        'spec.successPolicy.rules[7].succeededIndexes: Invalid value: "1-2-3": error parsing succeededIndexes: the fragment "1-2-3" violates the requirement that an index interval can have at most two parts separated by \'-\'',
        'spec.successPolicy.rules[8].succeededIndexes: Invalid value: "1,": error parsing succeededIndexes: cannot convert string to integer for index: ""',
        'spec.successPolicy.rules[9].succeededIndexes: Invalid value: "2-2": error parsing succeededIndexes: non-increasing order, previous: 2, current: 2',
        'spec.successPolicy.rules[11].succeededIndexes: Invalid value: "0-1,5": error parsing succeededIndexes: too large index: "5"',
        "spec.successPolicy.rules[11].succeededCount: Invalid value: 1: must be less than or equal to 0 (the number of indexes in the specified succeededIndexes field)",
      ],
    ],
    [
      {
        completionMode: "Indexed",
        completions: 5,
        successPolicy: {
          rules: [
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
            { succeededCount: 1 },
          ],
        },
      },
      ["spec.successPolicy.rules: Too many: 21: must have at most 20 items"],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { completions: 100001, parallelism: 10001 },
      [
        "spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail",
      ],
    ],
  ])("warns of %j", (spec, texts) => {
    expect(judged.warnings({ spec })).toEqual(texts);
  });
});
