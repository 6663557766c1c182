import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec, podWithResources, storedContainer } from "../testing/pods.ts";

describe("the status of a pod", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "s" },
    spec: {
      ...podSpec,
      restartPolicy: "Never",
      initContainers: [
        { ...storedContainer, name: "d" },
        { ...storedContainer, name: "e", restartPolicy: "Always" },
      ],
      enableServiceLinks: true,
    },
    status: {
      phase: "Running",
      qosClass: "BestEffort",
      containerStatuses: [
        { name: "c", ready: false, restartCount: 0, image: "i", imageID: "x", state: { terminated: { exitCode: 1 } } },
      ],
      initContainerStatuses: [
        { name: "d", ready: false, restartCount: 0, image: "i", imageID: "x", state: { terminated: { exitCode: 0 } } },
        { name: "e", ready: false, restartCount: 0, image: "i", imageID: "x", state: { terminated: { exitCode: 1 } } },
      ],
    },
  });

  it.each<[object, readonly string[]]>([
    [{ status: { qosClass: "Guaranteed" } }, ['status.qosClass: Invalid value: "Guaranteed": field is immutable']],
    [{ status: { nominatedNodeName: "_" } }, [`status.nominatedNodeName: Invalid value: "_": ${formats.subdomain}`]],
    [
      {
        status: {
          conditions: [
            { type: "_", status: "x" },
            { type: "Ready", status: "True" },
            { type: "Ready", status: "Bad" },
            { type: "", status: "" },
          ],
        },
      },
      [
        `status.conditions[0].Type: Invalid value: "_": ${formats.qualified}`,
        'status.conditions[3].Type: Invalid value: "": name part must be non-empty',
        `status.conditions[3].Type: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [
      { status: { podIP: "1.2.3.4", podIPs: [{ ip: "x" }, { ip: "1.2.3.5" }], hostIP: "x", hostIPs: [{ ip: "y" }] } },
      [
        'status.hostIPs[0].ip: Invalid value: "y": must be equal to `hostIP`',
        `status.hostIPs[0]: Invalid value: "y": ${formats.ip}`,
      ],
    ],
    [
      { status: { podIPs: [{ ip: "1.2.3.4" }, { ip: "1.2.3.5" }, { ip: "::1" }] } },
      [
        'status.podIPs: Invalid value: [{"ip":"1.2.3.4"},{"ip":"1.2.3.5"},{"ip":"::1"}]: may specify no more than one IP for each IP family',
      ],
    ],
    [
      { status: { hostIP: "1.2.3.4", hostIPs: [{ ip: "1.2.3.4" }, { ip: "1.2.3.5" }] } },
      [
        'status.hostIPs: Invalid value: [{"ip":"1.2.3.4"},{"ip":"1.2.3.5"}]: may specify no more than one IP for each IP family',
      ],
    ],
    [{ status: { hostIP: "1.2.3.4" } }, []],
    [
      { status: { hostIPs: [{ ip: "1.2.3.4" }] } },
      ['status.hostIPs[0].ip: Invalid value: "1.2.3.4": must be equal to `hostIP`'],
    ],
    [
      { status: { hostIP: "1.2.3.4", hostIPs: [{ ip: "1.2.3.5" }] } },
      ['status.hostIPs[0].ip: Invalid value: "1.2.3.5": must be equal to `hostIP`'],
    ],
    [{ status: { hostIP: "z" } }, []],
    [
      { status: { containerStatuses: [{ name: "c", state: { running: {} } }] } },
      ["status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state"],
    ],
    [
      {
        status: {
          containerStatuses: [
            { name: "c", state: { waiting: {} } },
            { name: "q", state: { running: {} } },
          ],
        },
      },
      ["status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state"],
    ],
    [
      {
        status: {
          initContainerStatuses: [
            { name: "d", state: { running: {} } },
            { name: "e", state: { running: {} } },
          ],
        },
      },
      ["status.initContainerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state"],
    ],
    [{ status: { containerStatuses: [] } }, []],
    [{ status: { phase: "Bad" } }, []],
    [
      {
        status: {
          containerStatuses: [
            {
              name: "c",
              user: { linux: { uid: -1, gid: -2, supplementalGroups: [-1] } },
              state: { terminated: { exitCode: 1 } },
            },
          ],
        },
      },
      [
        "status.containerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        "status.containerStatuses[0].user.linux.gid: Invalid value: -2: must be between 0 and 2147483647, inclusive",
        "status.containerStatuses[0].user.linux.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      ],
    ],
    [{ status: { observedGeneration: -1, resize: "x" } }, []],
    [
      {
        status: {
          nominatedNodeName: "A b",
          podIPs: [{ ip: "010.0.0.1" }],
          hostIPs: [{ ip: "::ffff:1.2.3.4" }],
          hostIP: "::ffff:1.2.3.4",
        },
      },
      [`status.nominatedNodeName: Invalid value: "A b": ${formats.subdomain}`],
    ],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});

describe("containers that look into a pod", () => {
  const judged = judgeKind(podWithResources);

  it.each<[object, readonly string[]]>([
    [
      { ephemeralContainers: [{}] },
      ["spec.ephemeralContainers[0].name: Required value", "spec.ephemeralContainers[0].image: Required value"],
    ],
    [
      { ephemeralContainers: [{ name: "c", image: " i" }] },
      [
        'spec.ephemeralContainers[0].image: Invalid value: " i": must not have leading or trailing whitespace',
        'spec.ephemeralContainers[0].name: Duplicate value: "c"',
      ],
    ],
    [
      {
        ephemeralContainers: [
          {
            name: "x",
            image: "i",
            targetContainerName: "zz",
            ports: [{ containerPort: 1 }],
            env: [{ name: "" }],
            resources: { limits: { cpu: "1" } },
            resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
            restartPolicy: "Always",
            volumeMounts: [{ name: "v", mountPath: "/a", subPath: "../x", subPathExpr: "y" }],
            livenessProbe: {},
            readinessProbe: {},
            startupProbe: {},
            lifecycle: {},
            securityContext: { privileged: true },
            terminationMessagePolicy: "x",
            imagePullPolicy: "x",
          },
          { name: "x", image: "i", resources: {}, ports: [], targetContainerName: "x" },
        ],
      },
      [
        'spec.ephemeralContainers[0].terminationMessagePolicy: Unsupported value: "x": supported values: "File", "FallbackToLogsOnError"',
        "spec.ephemeralContainers[0].env[0].name: Required value",
        "spec.ephemeralContainers[0].volumeMounts.subPath: Invalid value: \"../x\": must not contain '..'",
        'spec.ephemeralContainers[0].volumeMounts[0].subPathExpr: Invalid value: "y": subPathExpr and subPath are mutually exclusive',
        'spec.ephemeralContainers[0].imagePullPolicy: Unsupported value: "x": supported values: "Always", "IfNotPresent", "Never"',
        'spec.ephemeralContainers[0].targetContainerName: Not found: "zz"',
        "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].resizePolicy: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].restartPolicy: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].livenessProbe: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].readinessProbe: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].startupProbe: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].lifecycle: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].volumeMounts[0].subPath: Forbidden: cannot be set for an Ephemeral Container",
        "spec.ephemeralContainers[0].volumeMounts[0].subPathExpr: Forbidden: cannot be set for an Ephemeral Container",
        'spec.ephemeralContainers[1].name: Duplicate value: "x"',
        'spec.ephemeralContainers[1].targetContainerName: Not found: "x"',
        "spec.ephemeralContainers[1].ports: Forbidden: cannot be set for an Ephemeral Container",
      ],
    ],
    [
      {
        ephemeralContainers: [
          { name: "x", image: "i", targetContainerName: "c" },
          { name: "y", image: "i", targetContainerName: "x" },
        ],
      },
      ['spec.ephemeralContainers[1].targetContainerName: Not found: "x"'],
    ],
    [{}, []],
  ])("changes by ephemeralcontainers: %j", (spec, errors) => {
    expect(judged.subresource("ephemeralcontainers", { spec })).toEqual(errors);
  });
});

describe("a pod that mirrors another", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "rm", annotations: { "kubernetes.io/config.mirror": "x" } },
    spec: { ...podSpec, nodeName: "n", enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [{ ephemeralContainers: [{}] }, ["[]: Forbidden: static pods do not support ephemeral containers"]],
  ])("changes by ephemeralcontainers: %j", (spec, errors) => {
    expect(judged.subresource("ephemeralcontainers", { spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }] },
      ["[]: Forbidden: static pods cannot be resized"],
    ],
  ])("changes by resize: %j", (spec, errors) => {
    expect(judged.subresource("resize", { spec })).toEqual(errors);
  });
});
