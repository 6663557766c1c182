import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec, storedContainer } from "../testing/pods.ts";

/** The error without its further lines, which show what changed. */
function withoutChange(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? text : text.slice(0, end + 1);
}

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "u", annotations: { a: "b" } },
  spec: {
    ...podSpec,
    activeDeadlineSeconds: 100,
    tolerations: [{ key: "a", operator: "Exists" }],
    containers: [{ ...storedContainer, resources: { requests: { cpu: "1" } } }],
    initContainers: [{ ...storedContainer, name: "d" }],
    enableServiceLinks: true,
  },
};

describe("a pod", () => {
  const judged = judgeKind(pod);

  it.each<[object, readonly string[]]>([
    [
      { containers: [] },
      ["spec.containers: Required value", "spec.containers: Forbidden: pod updates may not add or remove containers"],
    ],
    [
      { containers: [{ name: "c", image: "" }] },
      [
        "spec.containers[0].image: Required value",
        "spec.containers[0].image: Required value",
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      {
        containers: [
          { name: "c", image: " i" },
          { name: "q", image: "i" },
        ],
      },
      [
        'spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace',
        "spec.containers: Forbidden: pod updates may not add or remove containers",
      ],
    ],
    [{ initContainers: [] }, ["spec.initContainers: Forbidden: pod updates may not add or remove containers"]],
    [
      { activeDeadlineSeconds: -1 },
      [
        "spec.activeDeadlineSeconds: Invalid value: -1: must be between 1 and 2147483647, inclusive",
        "spec.activeDeadlineSeconds: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      ],
    ],
    [
      { activeDeadlineSeconds: 0 },
      ["spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive"],
    ],
    [
      { activeDeadlineSeconds: 101 },
      ["spec.activeDeadlineSeconds: Invalid value: 101: must be less than or equal to previous value"],
    ],
    [
      { activeDeadlineSeconds: null },
      ['spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value'],
    ],
    [
      { activeDeadlineSeconds: 9, terminationGracePeriodSeconds: 2 },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { tolerations: [] },
      ["spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"],
    ],
    [
      {
        tolerations: [
          { key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 2 },
          { key: "b", operator: "Exists" },
        ],
      },
      ["spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"],
    ],
    [
      { schedulingGates: [{ name: "x" }] },
      ["spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'x'"],
    ],
    [
      { nodeSelector: { a: "b" } },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { nodeName: "x" },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { containers: [{ name: "c2", image: "i2" }] },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { restartPolicy: "x", dnsPolicy: "x", hostNetwork: true },
      [
        'spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"',
        'spec.dnsPolicy: Unsupported value: "x": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { ephemeralContainers: [{ name: "e", image: "i" }] },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { containers: [{ name: "c", image: "j", resources: { requests: { cpu: "2" } } }] },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { volumes: [{ name: "_" }] },
      [
        `spec.volumes[0].name: Invalid value: "_": ${formats.label}`,
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { terminationGracePeriodSeconds: -1 },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      {
        containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } }, env: [{ name: "a" }] }],
        activeDeadlineSeconds: 101,
        schedulingGates: [{ name: "x" }],
        tolerations: [],
      },
      ["spec.activeDeadlineSeconds: Invalid value: 101: must be less than or equal to previous value"],
    ],
    [
      { containers: null },
      ["spec.containers: Required value", "spec.containers: Forbidden: pod updates may not add or remove containers"],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec }).map(withoutChange)).toEqual(errors);
  });
});

describe("a pod with fields that equal absent ones", () => {
  const judged = judgeKind(pod);

  it.each<[object, readonly string[]]>([
    [
      { hostUsers: true },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { nodeSelector: { a: "" } },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { setHostnameAsFQDN: false },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { shareProcessNamespace: false },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [{ hostname: "" }, []],
    [
      { tolerations: [{ key: "a", operator: "Exists" }, { key: "_" }] },
      [
        `spec.tolerations[1].key: Invalid value: "_": ${formats.qualified}`,
        `spec.tolerations[1].key: Invalid value: "_": ${formats.qualified}`,
      ],
    ],
    [
      { affinity: {} },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { priority: 0 },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [
      { dnsConfig: {} },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
    [{ securityContext: { supplementalGroups: [] } }, []],
    [{ volumes: [] }, []],
    [{ containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } }, env: [], command: [] }] }, []],
    [
      { automountServiceAccountToken: false },
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n",
      ],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec }).map(withoutChange)).toEqual(errors);
  });
});
