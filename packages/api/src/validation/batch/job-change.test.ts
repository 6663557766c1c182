import { describe, expect, it } from "vitest";
import { validJob } from "../testing/jobs.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("a job that is there", () => {
  const judged = judgeKind(validJob({ parallelism: 2, completions: 3 }));

  it.each<[object, readonly string[]]>([
    [{ completions: 4 }, ["spec.completions: Invalid value: 4: field is immutable"]],
    [{ completionMode: "Indexed" }, ['spec.completionMode: Invalid value: "Indexed": field is immutable']],
    [
      { parallelism: -1 },
      [
        "spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
        "spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
      ],
    ],
    [
      { selector: { matchLabels: { a: "c" } } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"c"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
      ],
    ],
    [
      { template: { spec: { containers: [{ name: "c", image: "j" }] } } },
      [
        'spec.template: Invalid value: {"metadata":{"labels":{"a":"b"}},"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"j","imagePullPolicy":"Always","terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],"dnsPolicy":"ClusterFirst","terminationGracePeriodSeconds":30,"schedulerName":"default-scheduler","securityContext":{}}}: field is immutable',
      ],
    ],
    [
      { template: { spec: { nodeSelector: { a: "b" } } } },
      [
        'spec.template: Invalid value: {"metadata":{"labels":{"a":"b"}},"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i","imagePullPolicy":"Always","terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],"dnsPolicy":"ClusterFirst","terminationGracePeriodSeconds":30,"schedulerName":"default-scheduler","securityContext":{},"nodeSelector":{"a":"b"}}}: field is immutable',
      ],
    ],
    [
      { backoffLimitPerIndex: 1 },
      [
        "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
        "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
        "spec.backoffLimitPerIndex: Invalid value: 1: field is immutable",
      ],
    ],
    [{ managedBy: "a.b/c" }, ['spec.managedBy: Invalid value: "a.b/c": field is immutable']],
    [
      { podFailurePolicy: { rules: [] } },
      [
        'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
        'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
        'spec.podFailurePolicy: Invalid value: {"rules":[]}: field is immutable',
      ],
    ],
    [{ ttlSecondsAfterFinished: 3, activeDeadlineSeconds: 3, backoffLimit: 1, suspend: true }, []],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });
});

describe("a job of indexes that is there", () => {
  const judged = judgeKind(
    validJob({
      parallelism: 2,
      completions: 3,
      completionMode: "Indexed",
      backoffLimitPerIndex: 1,
      successPolicy: { rules: [{ succeededCount: 1 }] },
      backoffLimit: 2147483647,
    }),
  );

  it.each<[object, readonly string[]]>([
    [{ completions: 4 }, ["spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism"]],
    [{ completions: 4, parallelism: 4 }, []],
    [
      { completions: 4, parallelism: 4, completionMode: "NonIndexed" },
      [
        "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
        'spec.successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires indexed completion mode',
        "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
        'spec.successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires indexed completion mode',
        "spec.completions: Invalid value: 4: field is immutable",
        'spec.completionMode: Invalid value: "NonIndexed": field is immutable',
      ],
    ],
    [{ successPolicy: null }, ['spec.successPolicy: Invalid value: "null": field is immutable']],
    [{ maxFailedIndexes: 1 }, []],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });
});

describe("a job that waits", () => {
  const judged = judgeKind(validJob({ suspend: true }));

  it.each<[object, readonly string[]]>([
    [
      {
        template: {
          spec: {
            nodeSelector: { a: "b" },
            affinity: { nodeAffinity: {} },
            tolerations: [{ key: "a", operator: "Exists" }],
            schedulingGates: [{ name: "x" }],
          },
          metadata: { labels: { q: "r" }, annotations: { q: "r" } },
        },
      },
      [],
    ],
    [
      { template: { spec: { nodeName: "x" } } },
      [
        'spec.template: Invalid value: {"metadata":{"labels":{"a":"b"}},"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i","imagePullPolicy":"Always","terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],"dnsPolicy":"ClusterFirst","terminationGracePeriodSeconds":30,"schedulerName":"default-scheduler","securityContext":{},"nodeName":"x"}}: field is immutable',
      ],
    ],
    [
      { template: { spec: { nodeSelector: { a: "b" }, restartPolicy: "OnFailure" } } },
      [
        'spec.template: Invalid value: {"metadata":{"labels":{"a":"b"}},"spec":{"restartPolicy":"OnFailure","containers":[{"name":"c","image":"i","imagePullPolicy":"Always","terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],"dnsPolicy":"ClusterFirst","terminationGracePeriodSeconds":30,"schedulerName":"default-scheduler","securityContext":{},"nodeSelector":{"a":"b"}}}: field is immutable',
      ],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });
});
