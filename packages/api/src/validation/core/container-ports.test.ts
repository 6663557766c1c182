import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("ports", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            ports: [
              { containerPort: 1, hostPort: 2 },
              { containerPort: 3, hostPort: 2 },
              { containerPort: 3, hostPort: 2, protocol: "UDP" },
            ],
          },
          { name: "d", image: "i", ports: [{ containerPort: 9, hostPort: 2 }] },
        ],
      },
      [
        'spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//2"',
        'spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//2"',
      ],
    ],
    [
      { hostNetwork: true, containers: [{ name: "c", image: "i", ports: [{ containerPort: 1, hostPort: 2 }] }] },
      ["spec.containers[0].ports[0].hostPort: Invalid value: 2: must match `containerPort` when `hostNetwork` is true"],
    ],
    [{ hostNetwork: true, containers: [{ name: "c", image: "i", ports: [{ containerPort: 1 }] }] }, []],
    [
      {
        initContainers: [
          { name: "d", image: "i" },
          {
            name: "e",
            image: "i",
            ports: [
              { containerPort: 1, hostPort: 2 },
              { containerPort: 2, hostPort: 2 },
            ],
          },
        ],
      },
      ['spec.initContainers[0].ports[1].hostPort: Duplicate value: "TCP//2"'],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ ports: [{}] }, ["spec.containers[0].ports[0].containerPort: Required value"]],
    [
      { ports: [{ containerPort: 70000, hostPort: -1, protocol: "x", name: "A" }] },
      [
        'spec.containers[0].ports[0].name: Invalid value: "A": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.containers[0].ports[0].name: Invalid value: "A": must contain at least one letter (a-z)',
        "spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
        "spec.containers[0].ports[0].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive",
        'spec.containers[0].ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
    [
      {
        ports: [
          { containerPort: 1, name: "a" },
          { containerPort: 2, name: "a" },
          { containerPort: 3, name: "a--b" },
          { containerPort: 4, name: "abcdefghijklmnop" },
          { containerPort: 5, name: "-1-" },
        ],
      },
      [
        'spec.containers[0].ports[1].name: Duplicate value: "a"',
        'spec.containers[0].ports[2].name: Invalid value: "a--b": must not contain consecutive hyphens',
        'spec.containers[0].ports[3].name: Invalid value: "abcdefghijklmnop": must be no more than 15 characters',
        'spec.containers[0].ports[4].name: Invalid value: "-1-": must contain at least one letter (a-z)',
        'spec.containers[0].ports[4].name: Invalid value: "-1-": must not begin or end with a hyphen',
      ],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});
