import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("claims and resources of a pod", () => {
  const judged = judgeKind(
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web" },
      spec: { ...podSpec, enableServiceLinks: true },
    },
    { gates: ["DynamicResourceAllocation", "PodLevelResources", "ContainerStopSignals"] },
  );

  it.each<[object, readonly string[]]>([
    [
      {
        resourceClaims: [
          {},
          { name: "A_", resourceClaimName: "a" },
          { name: "a", resourceClaimName: "A_", resourceClaimTemplateName: "A_" },
          { name: "a", resourceClaimName: "a" },
        ],
      },
      [
        "spec.resourceClaims[0].name: Required value",
        "spec.resourceClaims[0]: Invalid value: {}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
        `spec.resourceClaims[1].name: Invalid value: "A_": ${formats.label}`,
        'spec.resourceClaims[2]: Invalid value: {"name":"a","resourceClaimName":"A_","resourceClaimTemplateName":"A_"}: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
        `spec.resourceClaims[2].resourceClaimName: Invalid value: "A_": ${formats.subdomain}`,
        `spec.resourceClaims[2].resourceClaimTemplateName: Invalid value: "A_": ${formats.subdomain}`,
        'spec.resourceClaims[3].name: Duplicate value: "a"',
      ],
    ],
    [
      {
        resourceClaims: [{ name: "a", resourceClaimName: "x" }],
        containers: [
          {
            name: "c",
            image: "i",
            resources: { claims: [{ name: "" }, { name: "b" }, { name: "a" }, { name: "a", request: "r" }] },
          },
        ],
      },
      [
        "spec.containers[0].resources.claims[0]: Required value",
        'spec.containers[0].resources.claims[1]: Not found: "b": must be one of the names in pod.spec.resourceClaims: a',
        'spec.containers[0].resources.claims[3]: Duplicate value: "a"',
      ],
    ],
    [
      { resources: { limits: { cpu: "1" }, requests: { cpu: "2" } } },
      ['spec.resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [
      { resources: { limits: { "ephemeral-storage": "1", x: "1" }, claims: [{ name: "a" }] } },
      [
        "spec.resources.claims: Forbidden: claims cannot be set for Resources at pod-level",
        'spec.resources.limits[ephemeral-storage]: Unsupported value: ephemeral-storage: supported values: "cpu", "hugepages-", "memory"',
        "spec.resources.limits[x]: Invalid value: x: must be a standard resource type or fully qualified",
        'spec.resources.claims[0]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty',
      ],
    ],
    [
      {
        resources: { requests: { cpu: "500m" }, limits: { cpu: "1", memory: "1Gi" } },
        containers: [
          { name: "c", image: "i", resources: { requests: { cpu: "2" }, limits: { cpu: "2", memory: "2Gi" } } },
        ],
      },
      [
        'spec.resources.requests: Invalid value: "2Gi": must be less than or equal to memory limit of 1Gi',
        'spec.resources.requests[cpu]: Invalid value: "500m": must be greater than or equal to aggregate container requests of 2',
        'spec.resources.containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1',
        'spec.resources.containers[0][memory].limits: Invalid value: "2Gi": must be less than or equal to pod limits of 1Gi',
      ],
    ],
    [
      { os: { name: "windows" }, containers: [{ name: "c", image: "i", lifecycle: { stopSignal: "SIGHUP" } }] },
      ['spec.containers[0].lifecycle.stopSignal: Unsupported value: "SIGHUP": supported values: "SIGKILL", "SIGTERM"'],
    ],
    [{ os: { name: "linux" }, containers: [{ name: "c", image: "i", lifecycle: { stopSignal: "SIGRTMAX-2" } }] }, []],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { resources: { claims: [{ name: "b" }] } },
      [
        'spec.containers[0].resources.claims[0]: Not found: "b": must be one of the names in pod.spec.resourceClaims which is empty',
      ],
    ],
    [
      { lifecycle: { stopSignal: "SIGTERM" } },
      ["spec.containers[0].lifecycle.stopSignal: Forbidden: may not be set for containers with empty `spec.os.name`"],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});
