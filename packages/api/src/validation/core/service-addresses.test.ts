import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("addresses and families of a Service", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "core-svc3" },
    spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: { clusterIP: "" } }, []],
    [
      { spec: { clusterIP: "10.0.0.77", clusterIPs: ["10.0.0.78"] } },
      ['spec.clusterIPs: Invalid value: []string{"10.0.0.78"}: first value must match `clusterIP`'],
    ],
    [
      { spec: { clusterIPs: ["10.0.0.78"] } },
      ['spec.clusterIPs: Invalid value: []string{"10.0.0.78"}: must be empty when `clusterIP` is not specified'],
    ],
    [
      { spec: { clusterIPs: ["None"] } },
      ['spec.clusterIPs: Invalid value: []string{"None"}: must be empty when `clusterIP` is not specified'],
    ],
    [
      { spec: { clusterIP: "None", clusterIPs: ["None", "10.0.0.78"] } },
      ['spec.clusterIPs: Invalid value: []string{"None", "10.0.0.78"}: \'None\' must be the first and only value'],
    ],
    [
      { spec: { clusterIP: "10.0.0.77", clusterIPs: ["10.0.0.77", "None"] } },
      [`spec.clusterIPs[1]: Invalid value: "None": ${formats.ip}`],
    ],
    [
      { spec: { clusterIP: "10.0.0.77", clusterIPs: ["10.0.0.77", "10.0.0.78"] } },
      [
        'spec.clusterIPs: Invalid value: []string{"10.0.0.77", "10.0.0.78"}: may specify no more than one IP for each IP family',
      ],
    ],
    [
      { spec: { clusterIP: "10.0.0.77", clusterIPs: ["10.0.0.77", "2001:db8::1", "10.0.0.79"] } },
      [
        'spec.clusterIPs: Invalid value: []string{"10.0.0.77", "2001:db8::1", "10.0.0.79"}: may only hold up to 2 values',
      ],
    ],
    [
      { spec: { clusterIP: "10.0.0.77", clusterIPs: ["10.0.0.77", "x"] } },
      [`spec.clusterIPs[1]: Invalid value: "x": ${formats.ip}`],
    ],
    [
      { spec: { clusterIP: "x", clusterIPs: ["x", "y", "z"] } },
      [
        `spec.clusterIPs[0]: Invalid value: "x": ${formats.ip}`,
        `spec.clusterIPs[1]: Invalid value: "y": ${formats.ip}`,
        `spec.clusterIPs[2]: Invalid value: "z": ${formats.ip}`,
        'spec.clusterIPs: Invalid value: []string{"x", "y", "z"}: may only hold up to 2 values',
      ],
    ],
    [{ spec: { ipFamilies: ["IPv4"] } }, []],
    [{ spec: { ipFamilies: ["x"] } }, ['spec.ipFamilies[0]: Unsupported value: "x": supported values: "IPv4", "IPv6"']],
    [{ spec: { ipFamilies: [""] } }, ['spec.ipFamilies[0]: Unsupported value: "": supported values: "IPv4", "IPv6"']],
    [{ spec: { ipFamilies: ["IPv4", "IPv4"] } }, ['spec.ipFamilies[1]: Duplicate value: "IPv4"']],
    [
      { spec: { ipFamilies: ["IPv4", "IPv6", "x"] } },
      ['spec.ipFamilies[2]: Unsupported value: "x": supported values: "IPv4", "IPv6"'],
    ],
    [
      { spec: { ipFamilyPolicy: "" } },
      [
        'spec.ipFamilyPolicy: Unsupported value: "": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
      ],
    ],
    [
      { spec: { ipFamilyPolicy: "x" } },
      [
        'spec.ipFamilyPolicy: Unsupported value: "x": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
      ],
    ],
    [{ spec: { ipFamilyPolicy: "SingleStack" } }, []],
    [{ spec: { ipFamilyPolicy: "PreferDualStack" } }, []],
    [{ spec: { type: "NodePort", ports: [{ port: 1, nodePort: 5 }] } }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });
});
