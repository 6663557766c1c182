import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("NetworkPolicy", () => {
  const valid = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    spec: {
      podSelector: { matchLabels: { a: "b" } },
      policyTypes: ["Ingress", "Egress"],
      ingress: [
        {
          from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }],
          ports: [{ protocol: "TCP", port: 80, endPort: 90 }],
        },
      ],
      egress: [{}],
    },
    metadata: { name: "core-networkpolicy" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: null }, []],
    [
      {
        spec: {
          podSelector: {
            matchLabels: { "a b": "c d" },
            matchExpressions: [
              { key: "", operator: "x" },
              { key: "a", operator: "In" },
              { key: "a", operator: "Exists", values: ["b"] },
              { key: "a", operator: "In", values: ["b c"] },
            ],
          },
        },
      },
      [
        `spec.podSelector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        `spec.podSelector.matchLabels: Invalid value: "c d": ${formats.labelValue}`,
        'spec.podSelector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
        'spec.podSelector.matchExpressions[0].key: Invalid value: "": name part must be non-empty',
        `spec.podSelector.matchExpressions[0].key: Invalid value: "": ${formats.qualified}`,
        "spec.podSelector.matchExpressions[1].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "spec.podSelector.matchExpressions[2].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        `spec.podSelector.matchExpressions[3].values[0]: Invalid value: "b c": ${formats.labelValue}`,
      ],
    ],
    [
      { spec: { policyTypes: ["x"] } },
      ['spec.policyTypes[0]: Unsupported value: "x": supported values: "Ingress", "Egress"'],
    ],
    [
      { spec: { policyTypes: ["Ingress", "x", "y"] } },
      [
        'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "x", "y"}: may not specify more than two policyTypes',
      ],
    ],
    [{ spec: { policyTypes: ["Ingress", "Ingress"] } }, []],
    [{ spec: { policyTypes: [] } }, []],
    [
      {
        spec: {
          ingress: [
            {
              ports: [
                { protocol: "x", port: 0 },
                { port: "A" },
                { port: "" },
                { endPort: 5 },
                { port: "a", endPort: 5 },
                { port: 5, endPort: 4 },
                { port: 5, endPort: 70000 },
                { protocol: "" },
                { port: 70000, endPort: 1 },
              ],
            },
          ],
        },
      },
      [
        'spec.ingress[0].ports[0].protocol: Unsupported value: "x": supported values: "TCP", "UDP", "SCTP"',
        `spec.ingress[0].ports[0].port: Invalid value: 0: ${formats.port}`,
        'spec.ingress[0].ports[1].port: Invalid value: "A": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.ingress[0].ports[1].port: Invalid value: "A": must contain at least one letter (a-z)',
        'spec.ingress[0].ports[2].port: Invalid value: "": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.ingress[0].ports[2].port: Invalid value: "": must contain at least one letter (a-z)',
        "spec.ingress[0].ports[3].endPort: Invalid value: 5: may not be specified when `port` is not specified",
        "spec.ingress[0].ports[4].endPort: Invalid value: 5: may not be specified when `port` is non-numeric",
        "spec.ingress[0].ports[5].endPort: Invalid value: 5: must be greater than or equal to `port`",
        `spec.ingress[0].ports[6].endPort: Invalid value: 70000: ${formats.port}`,
        'spec.ingress[0].ports[7].protocol: Unsupported value: "": supported values: "TCP", "UDP", "SCTP"',
        `spec.ingress[0].ports[8].port: Invalid value: 70000: ${formats.port}`,
        "spec.ingress[0].ports[8].endPort: Invalid value: 70000: must be greater than or equal to `port`",
      ],
    ],
    [
      {
        spec: {
          ingress: [
            {
              from: [
                {},
                { ipBlock: { cidr: "" } },
                { ipBlock: { cidr: "x", except: ["y"] } },
                {
                  ipBlock: { cidr: "10.0.0.0/8", except: ["y", "10.0.0.0/8", "11.0.0.0/9", "::/0", "10.0.0.1/9", ""] },
                },
                { ipBlock: { cidr: "10.0.0.0/8" }, podSelector: {} },
                { podSelector: { matchLabels: { "a b": "" } }, namespaceSelector: { matchLabels: { "a b": "" } } },
              ],
            },
          ],
        },
      },
      [
        "spec.ingress[0].from[0]: Required value: must specify a peer",
        "spec.ingress[0].from[1].ipBlock.cidr: Required value",
        `spec.ingress[0].from[2].ipBlock.cidr: Invalid value: "x": ${formats.cidr}`,
        `spec.ingress[0].from[3].ipBlock.except[0]: Invalid value: "y": ${formats.cidr}`,
        'spec.ingress[0].from[3].ipBlock.except[1]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
        'spec.ingress[0].from[3].ipBlock.except[2]: Invalid value: "11.0.0.0/9": must be a strict subset of `cidr`',
        'spec.ingress[0].from[3].ipBlock.except[3]: Invalid value: "::/0": must be a strict subset of `cidr`',
        `spec.ingress[0].from[3].ipBlock.except[5]: Invalid value: "": ${formats.cidr}`,
        "spec.ingress[0].from[4]: Forbidden: may not specify both ipBlock and another peer",
        `spec.ingress[0].from[5].podSelector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        `spec.ingress[0].from[5].namespaceSelector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
      ],
    ],
    [
      {
        spec: {
          egress: [
            {
              to: [
                {},
                { ipBlock: { cidr: "10.0.0.1/8", except: ["10.1.0.1/16"] } },
                { ipBlock: { cidr: "010.0.0.1/8" } },
                { ipBlock: { cidr: "2001:DB8::/32" } },
              ],
              ports: [{ port: "A" }],
            },
          ],
        },
      },
      [
        'spec.egress[0].ports[0].port: Invalid value: "A": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.egress[0].ports[0].port: Invalid value: "A": must contain at least one letter (a-z)',
        "spec.egress[0].to[0]: Required value: must specify a peer",
      ],
    ],
    [
      {
        spec: {
          egress: [
            {
              to: [
                { ipBlock: { cidr: "10.0.0.1/8", except: ["10.1.0.1/16"] } },
                { ipBlock: { cidr: "010.0.0.1/8" } },
                { ipBlock: { cidr: "2001:DB8::/32" } },
                { ipBlock: { cidr: "::ffff:1.2.3.4/112" } },
              ],
            },
          ],
        },
      },
      [],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        spec: {
          egress: [
            {
              to: [
                { ipBlock: { cidr: "10.0.0.1/8", except: ["10.1.0.1/16"] } },
                { ipBlock: { cidr: "010.0.0.1/8" } },
                { ipBlock: { cidr: "2001:DB8::/32" } },
                { ipBlock: { cidr: "::ffff:1.2.3.4/112" } },
              ],
            },
          ],
        },
      },
      [
        'spec.egress[0].to[0].ipBlock.cidr: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
        'spec.egress[0].to[0].ipBlock.except[0]: CIDR value "10.1.0.1/16" is ambiguous in this context (should be "10.1.0.0/16" or "10.1.0.1/32"?)',
        'spec.egress[0].to[1].ipBlock.cidr: CIDR value "010.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
        'spec.egress[0].to[1].ipBlock.cidr: non-standard CIDR value "010.0.0.1/8" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"',
        'spec.egress[0].to[2].ipBlock.cidr: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ("2001:db8::/32")',
        'spec.egress[0].to[3].ipBlock.cidr: CIDR value "::ffff:1.2.3.4/112" is ambiguous in this context (should be "1.2.0.0/16" or "1.2.3.4/128"?)',
        'spec.egress[0].to[3].ipBlock.cidr: non-standard CIDR value "::ffff:1.2.3.4/112" will be considered invalid in a future Kubernetes release: use "1.2.0.0/16"',
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { podSelector: { matchLabels: { "a b": "c" } } } },
      [
        `spec.podSelector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        `spec.podSelector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
      ],
    ],
    [
      { spec: { podSelector: { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] } } },
      [
        `spec.podSelector.matchExpressions[0].values[0]: Invalid value: "b c": ${formats.labelValue}`,
        `spec.podSelector.matchExpressions[0].values[0]: Invalid value: "b c": ${formats.labelValue}`,
      ],
    ],
    [
      { spec: { ingress: [{ from: [{}] }] } },
      [
        "spec.ingress[0].from[0]: Required value: must specify a peer",
        "spec.ingress[0].from[0]: Required value: must specify a peer",
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});
