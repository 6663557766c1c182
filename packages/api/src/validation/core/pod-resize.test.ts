import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec, podWithResources, storedContainer } from "../testing/pods.ts";

describe("a resize of a pod with container statuses", () => {
  const running = { running: {} };
  const refusal = "spec: Forbidden: Pod running on node without support for resize";
  it.each<[name: string, statuses: readonly object[], errors: readonly string[]]>([
    ["none", [], []],
    ["running without resources", [{ name: "c", state: running }], [refusal]],
    ["running with resources", [{ name: "c", state: running, resources: { requests: { cpu: "1" } } }], []],
    ["running with empty resources", [{ name: "c", state: running, resources: {} }], []],
    ["waiting", [{ name: "c", state: { waiting: {} } }], []],
    ["of an unknown container", [{ name: "z", state: running }], [refusal]],
    [
      "the first with resources",
      [
        { name: "c", state: running, resources: {} },
        { name: "d", state: running },
      ],
      [],
    ],
    [
      "the first without",
      [
        { name: "c", state: running },
        { name: "d", state: running, resources: {} },
      ],
      [refusal],
    ],
    [
      "a waiting one first",
      [
        { name: "c", state: {} },
        { name: "d", state: running },
      ],
      [refusal],
    ],
  ])("%s", (_, containerStatuses, errors) => {
    const judged = judgeKind({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "e" },
      spec: {
        containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }],
        dnsPolicy: "ClusterFirst",
        restartPolicy: "Always",
        terminationGracePeriodSeconds: 30,
      },
      status: { containerStatuses },
    });
    const containers = [{ name: "c", image: "i", resources: { requests: { cpu: "2" } } }];
    expect(judged.subresource("resize", { spec: { containers } })).toEqual(errors);
  });
});

describe("the resources of a pod", () => {
  const judged = judgeKind(podWithResources);

  it.each<[object, readonly string[]]>([
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "-1", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } },
          },
        ],
      },
      ['spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "3", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } },
          },
        ],
      },
      ['spec.containers[0].resources.requests: Invalid value: "3": must be less than or equal to cpu limit of 2'],
    ],
    [
      {
        containers: [
          { name: "c", image: "i", resources: { requests: { memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } } },
        ],
      },
      [],
    ],
    [
      { containers: [{ name: "c", image: "i" }] },
      [
        "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
        "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed",
      ],
    ],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: {
              requests: { cpu: "1", memory: "1Gi", "ephemeral-storage": "1" },
              limits: { cpu: "2", memory: "1Gi" },
            },
          },
        ],
      },
      ["spec: Forbidden: only cpu and memory resources are mutable"],
    ],
    [
      {
        initContainers: [
          { name: "d", image: "i" },
          { name: "s", image: "i", restartPolicy: "Always", resources: { limits: { memory: "1Gi" } } },
        ],
      },
      [
        "spec.initContainers[1].resources.requests: Forbidden: resource requests cannot be removed",
        "spec.initContainers[1].resources.limits[memory]: Forbidden: memory limits cannot be added unless resizePolicy is RestartContainer",
      ],
    ],
    [
      { containers: [{ name: "zz", image: "i", resources: { requests: { cpu: "1" } } }] },
      ["spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize"],
    ],
    [
      { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" }, limits: { cpu: "2" } } }] },
      [
        "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
        "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed",
      ],
    ],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "1", memory: "512Mi" }, limits: { cpu: "2", memory: "512Mi" } },
          },
        ],
      },
      [
        "spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased unless resizePolicy is RestartContainer",
      ],
    ],
    [
      {
        initContainers: [
          { name: "d", image: "i", resources: { requests: { cpu: "1" } } },
          { name: "s", image: "i", restartPolicy: "Always", resources: { requests: { cpu: "2" } } },
        ],
      },
      ["spec: Forbidden: resources for non-sidecar init containers are immutable"],
    ],
    [
      {
        initContainers: [
          { name: "d", image: "i" },
          { name: "s", image: "i", restartPolicy: "Always" },
        ],
      },
      ["spec.initContainers[1].resources.requests: Forbidden: resource requests cannot be removed"],
    ],
    [{ initContainers: [] }, ["spec.initContainers: Forbidden: initContainers may not be added or removed on resize"]],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }],
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "3", memory: "2Gi" } },
          },
        ],
      },
      ["spec: Forbidden: only cpu and memory resources are mutable"],
    ],
  ])("changes by resize: %j", (spec, errors) => {
    expect(judged.subresource("resize", { spec })).toEqual(errors);
  });
});

describe("the resources of a pod with a guarantee", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "rg" },
    spec: {
      ...podSpec,
      containers: [
        {
          ...storedContainer,
          resizePolicy: [{ resourceName: "memory", restartPolicy: "RestartContainer" }],
          resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
        },
        {
          ...storedContainer,
          name: "b",
          resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
        },
      ],
      enableServiceLinks: true,
    },
    status: { qosClass: "Guaranteed" },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "500m", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
          {
            name: "b",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
        ],
      },
      [
        'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
        "spec: Forbidden: only cpu and memory resources are mutable",
      ],
    ],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "2", memory: "512Mi" }, limits: { cpu: "2", memory: "512Mi" } },
          },
          {
            name: "b",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
        ],
      },
      [
        "spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased unless resizePolicy is RestartContainer",
        "spec: Forbidden: only cpu and memory resources are mutable",
      ],
    ],
    [
      {
        containers: [
          {
            name: "b",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
        ],
      },
      [
        "spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize",
        "spec.containers[1].name: Forbidden: containers may not be renamed or reordered on resize",
      ],
    ],
    [
      {
        containers: [
          {
            name: "b",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
        ],
      },
      ["spec.containers: Forbidden: containers may not be added or removed on resize"],
    ],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
          { name: "b", image: "i" },
        ],
      },
      [
        'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
        "spec.containers[1].resources.requests: Forbidden: resource requests cannot be removed",
        "spec.containers[1].resources.limits: Forbidden: resource limits cannot be removed",
        "spec: Forbidden: only cpu and memory resources are mutable",
      ],
    ],
    [
      {
        containers: [
          { name: "zz", image: "i", resources: { requests: { cpu: "2" } } },
          { name: "b", image: "i" },
        ],
      },
      [
        'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
        "spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize",
      ],
    ],
    [
      {
        containers: [
          {
            name: "zz",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
          {
            name: "b",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
        ],
      },
      ["spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize"],
    ],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
          },
          {
            name: "b",
            image: "i",
            resources: {
              requests: { cpu: "1", memory: "900Mi", "ephemeral-storage": "1Gi" },
              limits: { cpu: "1", memory: "900Mi" },
            },
          },
        ],
      },
      [
        "spec.containers[1].resources.limits[memory]: Forbidden: memory limits cannot be decreased unless resizePolicy is RestartContainer",
        "spec: Forbidden: only cpu and memory resources are mutable",
        "spec: Forbidden: only cpu and memory resources are mutable",
      ],
    ],
    [
      { containers: [] },
      [
        "spec.containers: Required value",
        'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
        "spec.containers: Forbidden: containers may not be added or removed on resize",
      ],
    ],
  ])("changes by resize: %j", (spec, errors) => {
    expect(judged.subresource("resize", { spec })).toEqual(errors);
  });
});

describe("the resources of a pod on Windows", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "rb" },
    spec: { ...podSpec, os: { name: "windows" }, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }] },
      ["[]: Forbidden: windows pods cannot be resized"],
    ],
    [{ containers: [{ name: "c", image: "j" }] }, ["[]: Forbidden: windows pods cannot be resized"]],
  ])("changes by resize: %j", (spec, errors) => {
    expect(judged.subresource("resize", { spec })).toEqual(errors);
  });
});
