import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("resources", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        restartPolicy: "Never",
        containers: [
          { name: "c", image: "i", resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] },
        ],
      },
      [
        "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is 'Never'",
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } },
      ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [
      { resources: { requests: { cpu: "-1", memory: "1" }, limits: { memory: "-1" } } },
      [
        'spec.containers[0].resources.limits[memory]: Invalid value: "-1": must be greater than or equal to 0',
        'spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0',
        'spec.containers[0].resources.requests: Invalid value: "1": must be less than or equal to memory limit of -1',
      ],
    ],
    [
      { resources: { limits: { foo: "1", "a_b/": "1", pods: "1", storage: "1", "requests.example.com/x": "1" } } },
      [
        `spec.containers[0].resources.limits[a_b/]: Invalid value: a_b/: prefix part ${formats.subdomain}`,
        "spec.containers[0].resources.limits[a_b/]: Invalid value: a_b/: name part must be non-empty",
        `spec.containers[0].resources.limits[a_b/]: Invalid value: a_b/: ${formats.qualified}`,
        "spec.containers[0].resources.limits[a_b/]: Invalid value: a_b/: doesn't follow extended resource name standard",
        "spec.containers[0].resources.limits[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.containers[0].resources.limits[foo]: Invalid value: foo: must be a standard resource for containers",
        "spec.containers[0].resources.limits[pods]: Invalid value: pods: must be a standard resource for containers",
        "spec.containers[0].resources.limits[requests.example.com/x]: Invalid value: requests.example.com/x: doesn't follow extended resource name standard",
        "spec.containers[0].resources.limits[storage]: Invalid value: storage: must be a standard resource for containers",
        `spec.containers[0].resources.requests[a_b/]: Invalid value: a_b/: prefix part ${formats.subdomain}`,
        "spec.containers[0].resources.requests[a_b/]: Invalid value: a_b/: name part must be non-empty",
        `spec.containers[0].resources.requests[a_b/]: Invalid value: a_b/: ${formats.qualified}`,
        "spec.containers[0].resources.requests[a_b/]: Invalid value: a_b/: doesn't follow extended resource name standard",
        "spec.containers[0].resources.requests[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.containers[0].resources.requests[foo]: Invalid value: foo: must be a standard resource for containers",
        "spec.containers[0].resources.requests[pods]: Invalid value: pods: must be a standard resource for containers",
        "spec.containers[0].resources.requests[requests.example.com/x]: Invalid value: requests.example.com/x: doesn't follow extended resource name standard",
        "spec.containers[0].resources.requests[storage]: Invalid value: storage: must be a standard resource for containers",
      ],
    ],
    [
      { resources: { requests: { "example.com/gpu": "1" } } },
      ["spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources"],
    ],
    [
      { resources: { requests: { "example.com/gpu": "1" }, limits: { "example.com/gpu": "2" } } },
      ['spec.containers[0].resources.requests: Invalid value: "1": must be equal to example.com/gpu limit of 2'],
    ],
    [
      { resources: { limits: { "example.com/gpu": "1500m" } } },
      [
        "spec.containers[0].resources.limits[example.com/gpu]: Invalid value: quantity 1500m: must be an integer",
        "spec.containers[0].resources.requests[example.com/gpu]: Invalid value: quantity 1500m: must be an integer",
      ],
    ],
    [
      { resources: { limits: { "hugepages-2Mi": "2Mi" } } },
      ["spec.containers[0].resources: Forbidden: HugePages require cpu or memory"],
    ],
    [
      { resources: { limits: { "hugepages-2Mi": "3Mi", "hugepages-x": "1", cpu: "1" } } },
      [
        'spec.containers[0].resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
        'spec.containers[0].resources.limits[hugepages-x]: Invalid value: "1": 1 is not positive integer multiple of hugepages-x',
        'spec.containers[0].resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
        'spec.containers[0].resources.requests[hugepages-x]: Invalid value: "1": 1 is not positive integer multiple of hugepages-x',
      ],
    ],
    [
      { resources: { requests: { "hugepages-2Mi": "2Mi", memory: "1" } } },
      ["spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources"],
    ],
    [
      { resources: { requests: { "hugepages-2Mi": "1Mi" } } },
      [
        "spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources",
        'spec.containers[0].resources.requests[hugepages-2Mi]: Invalid value: "1Mi": 1Mi is not positive integer multiple of hugepages-2Mi',
        "spec.containers[0].resources: Forbidden: HugePages require cpu or memory",
      ],
    ],
    [
      {
        resources: {
          requests: { cpu: "0.5", memory: "1Gi", "ephemeral-storage": "1Gi" },
          limits: { cpu: "500m", memory: "1024Mi" },
        },
      },
      [],
    ],
    [
      {
        resizePolicy: [
          {},
          { resourceName: "x", restartPolicy: "y" },
          { resourceName: "cpu", restartPolicy: "NotRequired" },
          { resourceName: "cpu", restartPolicy: "RestartContainer" },
        ],
      },
      [
        "spec.containers[0].resizePolicy: Required value",
        "spec.containers[0].resizePolicy: Required value",
        'spec.containers[0].resizePolicy: Unsupported value: x: supported values: "cpu", "memory"',
        'spec.containers[0].resizePolicy: Unsupported value: "y": supported values: "NotRequired", "RestartContainer"',
        "spec.containers[0].resizePolicy[3]: Duplicate value: cpu",
      ],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});
