import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("LimitRange", () => {
  const valid = {
    apiVersion: "v1",
    kind: "LimitRange",
    spec: {
      limits: [
        {
          type: "Container",
          max: { cpu: "2" },
          min: { cpu: "10m" },
          default: { cpu: "500m" },
          defaultRequest: { cpu: "100m" },
        },
      ],
    },
    metadata: { name: "core-limitrange" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: null }, []],
    [{ spec: { limits: [] } }, []],
    [
      { spec: { limits: [{ type: "" }] } },
      [
        'spec.limits[0].type: Invalid value: "": name part must be non-empty',
        `spec.limits[0].type: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [
      { spec: { limits: [{ type: "x" }] } },
      ['spec.limits[0].type: Invalid value: "x": must be a standard limit type or fully qualified'],
    ],
    [
      { spec: { limits: [{ type: "a b/c" }] } },
      [`spec.limits[0].type: Invalid value: "a b/c": prefix part ${formats.subdomain}`],
    ],
    [{ spec: { limits: [{ type: "example.com/x" }] } }, []],
    [
      { spec: { limits: [{ type: "example.com/x", max: { cpu: "1", "a b": "1", foo: "1" }, default: { foo: "1" } }] } },
      [
        `spec.limits[0].max[a b]: Invalid value: a b: ${formats.qualified}`,
        "spec.limits[0].max[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.limits[0].default[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
      ],
    ],
    [
      { spec: { limits: [{ type: "Pod", max: { cpu: "1" }, default: { cpu: "2" }, defaultRequest: { cpu: "3" } }] } },
      [
        "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
        "spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'",
      ],
    ],
    [
      { spec: { limits: [{ type: "Pod", max: { cpu: "1" }, min: { cpu: "2" } }] } },
      ["spec.limits[0].min[cpu]: Invalid value: quantity 2: min value 2 is greater than max value 1"],
    ],
    [
      { spec: { limits: [{ type: "Container" }, { type: "Container" }] } },
      ['spec.limits[1].type: Duplicate value: "Container"'],
    ],
    [
      { spec: { limits: [{ type: "PersistentVolumeClaim" }] } },
      [
        "spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided",
      ],
    ],
    [
      { spec: { limits: [{ type: "PersistentVolumeClaim", max: { cpu: "1" } }] } },
      [
        "spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided",
      ],
    ],
    [
      { spec: { limits: [{ type: "PersistentVolumeClaim", max: { storage: "1" }, min: { storage: "2" } }] } },
      ["spec.limits[0].min[storage]: Invalid value: quantity 2: min value 2 is greater than max value 1"],
    ],
    [{ spec: { limits: [{ type: "PersistentVolumeClaim", min: { storage: "2" } }] } }, []],
    [
      {
        spec: {
          limits: [
            {
              type: "Container",
              max: { cpu: "1" },
              min: { cpu: "2" },
              default: { cpu: "3" },
              defaultRequest: { cpu: "4" },
            },
          ],
        },
      },
      [
        "spec.limits[0].min[cpu]: Invalid value: quantity 2: min value 2 is greater than max value 1",
        "spec.limits[0].defaultRequest[cpu]: Invalid value: quantity 4: default request value 4 is greater than max value 1",
        "spec.limits[0].defaultRequest[cpu]: Invalid value: quantity 4: default request value 4 is greater than default limit value 3",
        "spec.limits[0].default[cpu]: Invalid value: quantity 1: default value 3 is greater than max value 1",
      ],
    ],
    [
      {
        spec: {
          limits: [{ type: "Container", min: { cpu: "2" }, default: { cpu: "1" }, defaultRequest: { cpu: "1" } }],
        },
      },
      [
        "spec.limits[0].defaultRequest[cpu]: Invalid value: quantity 1: min value 2 is greater than default request value 1",
        "spec.limits[0].default[cpu]: Invalid value: quantity 2: min value 2 is greater than default value 1",
      ],
    ],
    [
      {
        spec: {
          limits: [{ type: "Container", max: { cpu: "1" }, default: { cpu: "500m" }, defaultRequest: { cpu: "800m" } }],
        },
      },
      [
        "spec.limits[0].defaultRequest[cpu]: Invalid value: quantity 800m: default request value 800m is greater than default limit value 500m",
      ],
    ],
    [
      { spec: { limits: [{ type: "Container", max: { cpu: "1" }, min: { cpu: "2" }, default: { cpu: "1500m" } }] } },
      [
        "spec.limits[0].min[cpu]: Invalid value: quantity 2: min value 2 is greater than max value 1",
        "spec.limits[0].defaultRequest[cpu]: Invalid value: quantity 1500m: min value 2 is greater than default request value 1500m",
        "spec.limits[0].defaultRequest[cpu]: Invalid value: quantity 1500m: default request value 1500m is greater than max value 1",
        "spec.limits[0].default[cpu]: Invalid value: quantity 2: min value 2 is greater than default value 1500m",
        "spec.limits[0].default[cpu]: Invalid value: quantity 1: default value 1500m is greater than max value 1",
      ],
    ],
    [
      { spec: { limits: [{ type: "Container", maxLimitRequestRatio: { cpu: "500m" } }] } },
      ["spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: quantity 500m: ratio 500m is less than 1"],
    ],
    [
      {
        spec: {
          limits: [{ type: "Container", max: { cpu: "4" }, min: { cpu: "2" }, maxLimitRequestRatio: { cpu: "3" } }],
        },
      },
      [
        "spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: quantity 3: ratio 3 is greater than max/min = 2.000000",
      ],
    ],
    [
      {
        spec: {
          limits: [{ type: "Container", max: { cpu: "4" }, min: { cpu: "2" }, maxLimitRequestRatio: { cpu: "2" } }],
        },
      },
      [],
    ],
    [
      {
        spec: {
          limits: [
            { type: "Container", max: { cpu: "1" }, min: { cpu: "300m" }, maxLimitRequestRatio: { cpu: "3500m" } },
          ],
        },
      },
      [
        "spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: quantity 3500m: ratio 3500m is greater than max/min = 3.333333",
      ],
    ],
    [
      { spec: { limits: [{ type: "Container", max: { foo: "1" } }] } },
      [
        "spec.limits[0].max[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.limits[0].max[foo]: Invalid value: foo: must be a standard resource for containers",
        "spec.limits[0].default[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.limits[0].default[foo]: Invalid value: foo: must be a standard resource for containers",
        "spec.limits[0].defaultRequest[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.limits[0].defaultRequest[foo]: Invalid value: foo: must be a standard resource for containers",
      ],
    ],
    [
      { spec: { limits: [{ type: "Container", max: { pods: "1" } }] } },
      [
        "spec.limits[0].max[pods]: Invalid value: pods: must be a standard resource for containers",
        "spec.limits[0].default[pods]: Invalid value: pods: must be a standard resource for containers",
        "spec.limits[0].defaultRequest[pods]: Invalid value: pods: must be a standard resource for containers",
      ],
    ],
    [
      { spec: { limits: [{ type: "Container", max: { "a b": "1" }, min: { "hugepages-2Mi": "1" } }] } },
      [
        `spec.limits[0].max[a b]: Invalid value: a b: ${formats.qualified}`,
        "spec.limits[0].max[a b]: Invalid value: a b: must be a standard resource for containers",
        `spec.limits[0].default[a b]: Invalid value: a b: ${formats.qualified}`,
        "spec.limits[0].default[a b]: Invalid value: a b: must be a standard resource for containers",
        `spec.limits[0].defaultRequest[a b]: Invalid value: a b: ${formats.qualified}`,
        "spec.limits[0].defaultRequest[a b]: Invalid value: a b: must be a standard resource for containers",
      ],
    ],
    [
      {
        spec: {
          limits: [
            {
              type: "Container",
              max: { "example.com/gpu": "1" },
              default: { "example.com/gpu": "1" },
              defaultRequest: { "kubernetes.io/x": "1" },
            },
          ],
        },
      },
      [],
    ],
    [{ spec: { limits: [{ type: "Container", max: { cpu: "-1" }, min: { cpu: "-2" } }] } }, []],
    [
      {
        spec: {
          limits: [
            { type: "Container", default: { "example.com/gpu": "2" }, defaultRequest: { "example.com/gpu": "1" } },
          ],
        },
      },
      [
        "spec.limits[0].defaultRequest[example.com/gpu]: Invalid value: quantity 1: default value 2 must equal to defaultRequest value 1 in example.com/gpu",
      ],
    ],
    [
      {
        spec: {
          limits: [
            { type: "Container", default: { "hugepages-2Mi": "4Mi" }, defaultRequest: { "hugepages-2Mi": "2Mi" } },
          ],
        },
      },
      [
        "spec.limits[0].defaultRequest[hugepages-2Mi]: Invalid value: quantity 2Mi: default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi",
      ],
    ],
    [
      {
        spec: {
          limits: [{ type: "Container", max: { cpu: "0" }, min: { cpu: "0" }, maxLimitRequestRatio: { cpu: "2" } }],
        },
      },
      [],
    ],
    [
      { spec: { limits: [{ type: "Pod", min: { cpu: "1Gi" }, max: { cpu: "1M" } }] } },
      ["spec.limits[0].min[cpu]: Invalid value: quantity 1Gi: min value 1Gi is greater than max value 1M"],
    ],
    [
      {
        spec: {
          limits: [
            {
              type: "Container",
              max: { memory: "1Gi" },
              min: { memory: "500M" },
              maxLimitRequestRatio: { memory: "3" },
            },
          ],
        },
      },
      [
        "spec.limits[0].maxLimitRequestRatio[memory]: Invalid value: quantity 3: ratio 3 is greater than max/min = 2.147484",
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { limits: [{ type: "" }] } },
      [
        'spec.limits[0].type: Invalid value: "": name part must be non-empty',
        `spec.limits[0].type: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [
      { spec: { limits: [{ type: "Container", max: { cpu: "1" }, min: { cpu: "2" } }] } },
      [
        "spec.limits[0].min[cpu]: Invalid value: quantity 2: min value 2 is greater than max value 1",
        "spec.limits[0].defaultRequest[cpu]: Invalid value: quantity 1: min value 2 is greater than default request value 1",
        "spec.limits[0].default[cpu]: Invalid value: quantity 2: min value 2 is greater than default value 1",
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});
