import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("Node", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "corehelper" },
    spec: { podCIDR: "10.9.0.0/24", taints: [{ key: "k", value: "v", effect: "NoSchedule" }] },
    status: { capacity: { cpu: "1" } },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: { podCIDR: "x", podCIDRs: ["x"] } }, [`spec.podCIDRs[0]: Invalid value: "x": ${formats.cidr}`]],
    [{ spec: { podCIDR: "x" } }, [`spec.podCIDRs[0]: Invalid value: "x": ${formats.cidr}`]],
    [{ spec: { podCIDRs: ["x", "y"] } }, []],
    [
      { spec: { podCIDR: "10.9.0.0/24", podCIDRs: ["10.9.0.0/24", "10.8.0.0/24"] } },
      [
        'spec.podCIDRs: Invalid value: []string{"10.9.0.0/24", "10.8.0.0/24"}: may specify no more than one CIDR for each IP family',
      ],
    ],
    [{ spec: { podCIDR: "10.9.0.0/24", podCIDRs: ["10.9.0.0/24", "2001:db8::/64"] } }, []],
    [
      { spec: { podCIDR: "10.9.0.0/24", podCIDRs: ["10.9.0.0/24", "2001:db8::/64", "10.8.0.0/24"] } },
      [
        'spec.podCIDRs: Invalid value: []string{"10.9.0.0/24", "2001:db8::/64", "10.8.0.0/24"}: may specify no more than one CIDR for each IP family',
      ],
    ],
    [{ spec: { podCIDR: "10.9.0.1/24" } }, []],
    [{ spec: { podCIDR: "010.9.0.0/24" } }, []],
    [{ spec: { podCIDR: "10.9.0.0/24", podCIDRs: ["10.8.0.0/24"] } }, []],
    [
      { spec: { podCIDR: null, podCIDRs: ["10.9.0.0/24", "x"] } },
      [
        `spec.podCIDRs[1]: Invalid value: "x": ${formats.cidr}`,
        "spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: x)",
        'spec.podCIDRs: Invalid value: []string{"10.9.0.0/24", "x"}: may specify no more than one CIDR for each IP family',
      ],
    ],
    [
      {
        spec: {
          taints: [
            { key: "", effect: "" },
            { key: "a b", value: "c d", effect: "x" },
            { key: "a", effect: "NoSchedule" },
            { key: "a", effect: "NoSchedule", value: "z" },
            { key: "a", effect: "NoExecute" },
          ],
        },
      },
      [
        'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
        `metadata.taints[0].key: Invalid value: "": ${formats.qualified}`,
        "metadata.taints[0].effect: Required value",
        `metadata.taints[1].key: Invalid value: "a b": ${formats.qualified}`,
        `metadata.taints[1].value: Invalid value: "c d": ${formats.labelValue}`,
        'metadata.taints[1].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
        'metadata.taints[3]: Duplicate value: {"key":"a","effect":"NoSchedule","value":"z"}: taints must be unique by key and effect pair',
      ],
    ],
    [{ spec: { taints: [{ key: "a", effect: "NoSchedule", timeAdded: "2024-01-01T00:00:00Z" }] } }, []],
    [{ spec: { externalID: "x" } }, []],
    [{ spec: { providerID: "x" } }, []],
    [{ spec: { configSource: {} } }, []],
    [{ spec: { configSource: { configMap: { namespace: "a", name: "b", kubeletConfigKey: "c" } } } }, []],
    [
      { metadata: { annotations: { "scheduler.alpha.kubernetes.io/preferAvoidPods": "x" } } },
      [
        "metadata.annotations.AvoidPods: Invalid value: \"scheduler.alpha.kubernetes.io/preferAvoidPods\": invalid character 'x' looking for beginning of value",
      ],
    ],
    [{ metadata: { annotations: { "scheduler.alpha.kubernetes.io/preferAvoidPods": "{}" } } }, []],
    [
      { metadata: { annotations: { "scheduler.alpha.kubernetes.io/preferAvoidPods": '{"preferAvoidPods":[{}]}' } } },
      ["metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature: Required value"],
    ],
    [
      {
        metadata: {
          annotations: {
            "scheduler.alpha.kubernetes.io/preferAvoidPods":
              '{"preferAvoidPods":[{"podSignature":{"podController":{"apiVersion":"v1","kind":"a","name":"b","uid":"c","controller":true}}}]}',
          },
        },
      },
      [],
    ],
    [
      {
        metadata: {
          annotations: {
            "scheduler.alpha.kubernetes.io/preferAvoidPods":
              '{"preferAvoidPods":[{"podSignature":{"podController":{"apiVersion":"v1","kind":"a","name":"b","uid":"c"}}}]}',
          },
        },
      },
      [],
    ],
    [{ metadata: { annotations: { "scheduler.alpha.kubernetes.io/preferAvoidPods": "" } } }, []],
    [
      {
        metadata: {
          annotations: {
            "scheduler.alpha.kubernetes.io/preferAvoidPods":
              '{"preferAvoidPods":[{"podSignature":{"podController":{"apiVersion":"v1","kind":"","name":"","uid":"","controller":true}}}]}',
          },
        },
      },
      [],
    ],
    [
      {
        status: {
          addresses: [
            { type: "x", address: "y" },
            { type: "x", address: "y" },
          ],
        },
      },
      [],
    ],
    [{ spec: null }, []],
    [{ status: { conditions: [{ type: "", status: "" }], phase: "x" } }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { podCIDR: "10.9.0.1/24" } },
      [
        'spec.podCIDRs[0]: CIDR value "10.9.0.1/24" is ambiguous in this context (should be "10.9.0.0/24" or "10.9.0.1/32"?)',
      ],
    ],
    [
      { spec: { podCIDR: "010.9.0.0/24" } },
      [
        'spec.podCIDRs[0]: non-standard CIDR value "010.9.0.0/24" will be considered invalid in a future Kubernetes release: use "10.9.0.0/24"',
      ],
    ],
    [{ spec: { externalID: "x" } }, ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { podCIDR: "10.8.0.0/24", podCIDRs: ["10.8.0.0/24"] } },
      ['spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'],
    ],
    [
      { spec: { podCIDR: null, podCIDRs: null } },
      ['spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'],
    ],
    [
      { spec: { podCIDR: "", podCIDRs: [] } },
      ['spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'],
    ],
    [
      { spec: { podCIDRs: ["10.9.0.0/24", "2001:db8::/64"] } },
      ['spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'],
    ],
    [{ spec: { providerID: "x" } }, []],
    [{ spec: { externalID: "x" } }, ["spec.externalID: Forbidden: may not be updated"]],
    [
      {
        spec: {
          taints: [
            { key: "", effect: "" },
            { key: "a", effect: "x" },
          ],
        },
      },
      [
        'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
        `metadata.taints[0].key: Invalid value: "": ${formats.qualified}`,
        "metadata.taints[0].effect: Required value",
        'metadata.taints[1].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
        'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
        `metadata.taints[0].key: Invalid value: "": ${formats.qualified}`,
        "metadata.taints[0].effect: Required value",
        'metadata.taints[1].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
    ],
    [
      {
        spec: {
          taints: [
            { key: "a", effect: "NoSchedule" },
            { key: "a", effect: "NoSchedule" },
          ],
        },
      },
      [
        'metadata.taints[1]: Duplicate value: {"key":"a","effect":"NoSchedule"}: taints must be unique by key and effect pair',
        'metadata.taints[1]: Duplicate value: {"key":"a","effect":"NoSchedule"}: taints must be unique by key and effect pair',
      ],
    ],
    [{ spec: { configSource: { configMap: { namespace: "a", name: "b", kubeletConfigKey: "c" } } } }, []],
    [{ spec: { unschedulable: true } }, []],
    [
      { metadata: { annotations: { "scheduler.alpha.kubernetes.io/preferAvoidPods": "x" } } },
      [
        "metadata.annotations.AvoidPods: Invalid value: \"scheduler.alpha.kubernetes.io/preferAvoidPods\": invalid character 'x' looking for beginning of value",
        "metadata.annotations.AvoidPods: Invalid value: \"scheduler.alpha.kubernetes.io/preferAvoidPods\": invalid character 'x' looking for beginning of value",
      ],
    ],
    [
      { spec: { podCIDR: "x", podCIDRs: ["x"], providerID: "y", externalID: "z", taints: [{ key: "" }] } },
      [
        'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
        `metadata.taints[0].key: Invalid value: "": ${formats.qualified}`,
        "metadata.taints[0].effect: Required value",
        `spec.podCIDRs[0]: Invalid value: "x": ${formats.cidr}`,
        'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
        'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
        `metadata.taints[0].key: Invalid value: "": ${formats.qualified}`,
        "metadata.taints[0].effect: Required value",
        "spec.externalID: Forbidden: may not be updated",
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          addresses: [
            { type: "x", address: "y" },
            { type: "x", address: "y" },
            { type: "x", address: "z" },
          ],
        },
      },
      ['status.addresses[1]: Duplicate value: {"type":"x","address":"y"}'],
    ],
    [
      {
        status: {
          addresses: [
            { type: "InternalIP", address: "x" },
            { type: "ExternalIP", address: "01.2.3.4" },
            { type: "x", address: "" },
          ],
        },
      },
      [],
    ],
    [{ status: { config: { error: "x" } } }, []],
    [{ status: { config: { assigned: {}, active: { configMap: { name: "a" } } } } }, []],
    [{ status: { config: { assigned: { configMap: { namespace: "a", name: "b", kubeletConfigKey: "c" } } } } }, []],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });

  const unassignedNode = judgeKind(merged(valid, { spec: { podCIDR: null, podCIDRs: null, providerID: "p" } }));

  it.each<[object, readonly string[]]>([
    [{ spec: { podCIDR: "10.9.0.0/24" } }, []],
    [{ spec: { podCIDR: "x" } }, [`spec.podCIDRs[0]: Invalid value: "x": ${formats.cidr}`]],
    [
      { spec: { providerID: "q" } },
      ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
    ],
    [
      { spec: { providerID: "" } },
      ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
    ],
    [
      { spec: { podCIDRs: ["10.9.0.0/24", "10.8.0.0/24"] } },
      [
        'spec.podCIDRs: Invalid value: []string{"10.9.0.0/24", "10.8.0.0/24"}: may specify no more than one CIDR for each IP family',
      ],
    ],
  ])("a node with a provider and no pod network updated with %j", (patch, errors) => {
    expect(unassignedNode.update(patch)).toEqual(errors);
  });

  const externalNode = judgeKind(merged(valid, { spec: { podCIDR: null, podCIDRs: null, externalID: "x" } }));

  it.each<[object, readonly string[]]>([
    [{ spec: { externalID: "y" } }, ["spec.externalID: Forbidden: may not be updated"]],
    [{ spec: { externalID: null } }, ["spec.externalID: Forbidden: may not be updated"]],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("a node with an external ID updated with %j", (patch, errors) => {
    expect(externalNode.update(patch)).toEqual(errors);
  });
});
