import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

describe("single fields of a pod", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { restartPolicy: "x", dnsPolicy: "x" },
      [
        'spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"',
        'spec.dnsPolicy: Unsupported value: "x": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
      ],
    ],
    [
      { nodeName: "A_", serviceAccountName: "A_", hostname: "a.b", subdomain: "A_", priorityClassName: "A_" },
      [
        `spec.serviceAccountName: Invalid value: "A_": ${formats.subdomain}`,
        `spec.nodeName: Invalid value: "A_": ${formats.subdomain}`,
        'spec.hostname: Invalid value: "a.b": must not contain dots',
        `spec.subdomain: Invalid value: "A_": ${formats.label}`,
        `spec.priorityClassName: Invalid value: "A_": ${formats.subdomain}`,
      ],
    ],
    [
      { activeDeadlineSeconds: 0 },
      ["spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive"],
    ],
    [
      { activeDeadlineSeconds: 2147483648 },
      ["spec.activeDeadlineSeconds: Invalid value: 2147483648: must be between 1 and 2147483647, inclusive"],
    ],
    [
      { preemptionPolicy: "x" },
      ['spec.preemptionPolicy: Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"'],
    ],
    [{ preemptionPolicy: "" }, ["spec.preemptionPolicy: Required value"]],
    [
      { hostAliases: [{ ip: "x", hostnames: ["_", "a"] }, { ip: "" }] },
      [
        `spec.hostAliases[0].ip: Invalid value: "x": ${formats.ip}`,
        `spec.hostAliases[0].hostnames[0]: Invalid value: "_": ${formats.subdomain}`,
        `spec.hostAliases[1].ip: Invalid value: "": ${formats.ip}`,
      ],
    ],
    [{ imagePullSecrets: [{ name: "_" }] }, []],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("names of hosts", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [{ dnsPolicy: "None" }, ["spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"]],
    [
      { dnsPolicy: "None", dnsConfig: { options: [{}] } },
      ["spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None"],
    ],
    [
      {
        dnsConfig: {
          nameservers: ["1", "1.1.1.1", "::1", "x"],
          searches: ["_a.b", "A", "a.", ".", ".."],
          options: [{ name: "" }, { name: "a" }],
        },
      },
      [
        'spec.dnsConfig.nameservers: Invalid value: []string{"1", "1.1.1.1", "::1", "x"}: must not have more than 3 nameservers',
        `spec.dnsConfig.nameservers[0]: Invalid value: "1": ${formats.ip}`,
        `spec.dnsConfig.nameservers[3]: Invalid value: "x": ${formats.ip}`,
        "spec.dnsConfig.searches[1]: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        "spec.dnsConfig.searches[4]: Invalid value: \".\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        "spec.dnsConfig.options[0]: Required value: must not be empty",
      ],
    ],
    [
      {
        dnsConfig: {
          searches: [
            "a0",
            "a1",
            "a2",
            "a3",
            "a4",
            "a5",
            "a6",
            "a7",
            "a8",
            "a9",
            "a10",
            "a11",
            "a12",
            "a13",
            "a14",
            "a15",
            "a16",
            "a17",
            "a18",
            "a19",
            "a20",
            "a21",
            "a22",
            "a23",
            "a24",
            "a25",
            "a26",
            "a27",
            "a28",
            "a29",
            "a30",
            "a31",
            "a32",
          ],
        },
      },
      [
        'spec.dnsConfig.searches: Invalid value: []string{"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16", "a17", "a18", "a19", "a20", "a21", "a22", "a23", "a24", "a25", "a26", "a27", "a28", "a29", "a30", "a31", "a32"}: must not have more than 32 search paths',
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});
