import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** What exactly changed stands on further lines. */
function withoutChange(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? text : text.slice(0, end + 1);
}

describe("a pod behind gates", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "g" },
    spec: {
      ...podSpec,
      schedulingGates: [{ name: "x" }, { name: "y" }],
      nodeSelector: { a: "b" },
      tolerations: [{ key: "n", operator: "Exists", effect: "NoExecute" }],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "a", operator: "Exists" }] },
              { matchExpressions: [{ key: "b", operator: "Exists" }] },
            ],
          },
        },
      },
      enableServiceLinks: true,
    },
  });

  it.each<[object, readonly string[]]>([
    [{ schedulingGates: [{ name: "y" }] }, []],
    [{ schedulingGates: [] }, []],
    [
      { nodeSelector: { a: "c", d: "e" } },
      [
        'spec.nodeSelector: Invalid value: {"a":"c","d":"e"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
      ],
    ],
    [{ nodeSelector: { d: "e" } }, []],
    [
      { nodeSelector: { a: null } },
      [
        "spec.nodeSelector: Invalid value: {}: only additions to spec.nodeSelector are allowed (no mutations or deletions)",
      ],
    ],
    [
      { affinity: null },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: []: no additions/deletions to non-empty NodeSelectorTerms list are allowed",
      ],
    ],
    [
      { affinity: { nodeAffinity: null } },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: []: no additions/deletions to non-empty NodeSelectorTerms list are allowed",
      ],
    ],
    [
      { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: null } } },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: []: no additions/deletions to non-empty NodeSelectorTerms list are allowed",
      ],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }],
            },
          },
        },
      },
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: [{"matchExpressions":[{"key":"a","operator":"Exists"}]}]: no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "a", operator: "Exists" },
                    { key: "q", operator: "Exists" },
                  ],
                  matchFields: [{ key: "metadata.name", operator: "In", values: ["x"] }],
                },
                { matchExpressions: [{ key: "c", operator: "Exists" }] },
              ],
            },
          },
        },
      },
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1]: Invalid value: {"matchExpressions":[{"key":"c","operator":"Exists"}]}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: "a", operator: "Exists" }] },
                { matchExpressions: [{ key: "b", operator: "Exists" }] },
                { matchExpressions: [{ key: "c", operator: "Exists" }] },
              ],
            },
          },
        },
      },
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: [{"matchExpressions":[{"key":"a","operator":"Exists"}]},{"matchExpressions":[{"key":"b","operator":"Exists"}]},{"matchExpressions":[{"key":"c","operator":"Exists"}]}]: no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, preference: { matchExpressions: [{ key: "a", operator: "Exists" }] } },
            ],
          },
        },
      },
      [],
    ],
    [
      { affinity: { podAffinity: {} } },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [{ tolerations: [{ key: "n", operator: "Exists", effect: "NoExecute", tolerationSeconds: 3 }] }, []],
    [
      {
        tolerations: [
          { key: "m", operator: "Exists" },
          { key: "n", operator: "Exists", effect: "NoExecute" },
        ],
      },
      [],
    ],
    [
      { nodeSelector: { a: "c" }, nodeName: "q", restartPolicy: "Never" },
      [
        'spec.nodeSelector: Invalid value: {"a":"c"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec }).map(withoutChange)).toEqual(errors);
  });
});
