import { describe, expect, it } from "vitest";
import { formats } from "./testing/formats.ts";
import { merged } from "./testing/judge.ts";
import { judgeKind } from "./testing/judge-kind.ts";

describe("EndpointSlice", () => {
  const valid = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    addressType: "IPv4",
    endpoints: [
      {
        addresses: ["10.1.2.3"],
        conditions: { ready: true },
        hostname: "a",
        nodeName: "n1",
        zone: "z",
        hints: { forZones: [{ name: "z" }] },
        targetRef: { kind: "Pod", namespace: "compare", name: "p" },
      },
    ],
    ports: [{ name: "http", port: 80, protocol: "TCP" }],
    metadata: { name: "core-endpointslice" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ addressType: "" }, ["addressType: Required value"]],
    [{ addressType: null }, ["addressType: Required value"]],
    [{ addressType: "x" }, ['addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"']],
    [{ addressType: "FQDN" }, []],
    [
      { addressType: "FQDN", endpoints: [{ addresses: ["a.b", "A_", ""] }] },
      [
        `endpoints[0].addresses[1]: Invalid value: "A_": ${formats.subdomain}`,
        "endpoints[0].addresses[2]: Required value",
      ],
    ],
    [{ addressType: "FQDN", endpoints: [{ addresses: ["a.b"] }] }, []],
    [{ addressType: "IPv6" }, ['endpoints[0].addresses: Invalid value: "10.1.2.3": must be an IPv6 address']],
    [
      {
        addressType: "IPv6",
        endpoints: [{ addresses: ["2001:db8::1", "::1", "fe80::1", "::", "ff02::1", "2001:DB8::1", "::ffff:1.2.3.4"] }],
      },
      [
        'endpoints[0].addresses[1]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'endpoints[0].addresses[2]: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
        'endpoints[0].addresses[3]: Invalid value: "::": may not be unspecified (::)',
        'endpoints[0].addresses[4]: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
        'endpoints[0].addresses[5]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")',
        'endpoints[0].addresses[6]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
      ],
    ],
    [{ endpoints: [{ addresses: [] }] }, ["endpoints[0].addresses: Required value: must contain at least 1 address"]],
    [
      { endpoints: [{ addresses: ["", "x", "127.0.0.1", "169.254.1.1", "0.0.0.0", "224.0.0.1", "::1", "1.2.3.4"] }] },
      [
        `endpoints[0].addresses[0]: Invalid value: "": ${formats.ip}`,
        `endpoints[0].addresses[1]: Invalid value: "x": ${formats.ip}`,
        'endpoints[0].addresses[2]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'endpoints[0].addresses[3]: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
        'endpoints[0].addresses[4]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
        'endpoints[0].addresses[5]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
        'endpoints[0].addresses: Invalid value: "::1": must be an IPv4 address',
        'endpoints[0].addresses[6]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      { endpoints: [{ addresses: Array(101).fill("1.2.3.4") }] },
      ["endpoints[0].addresses: Too many: 101: must have at most 100 items"],
    ],
    [{ endpoints: Array(1001).fill({ addresses: [] }) }, ["endpoints: Too many: 1001: must have at most 1000 items"]],
    [{ endpoints: [] }, []],
    [{ endpoints: null }, []],
    [
      { endpoints: [{ addresses: ["10.1.2.3"], hostname: "a.b" }] },
      ['endpoints[0].hostname: Invalid value: "a.b": must not contain dots'],
    ],
    [
      { endpoints: [{ addresses: ["10.1.2.3"], hostname: "" }] },
      [`endpoints[0].hostname: Invalid value: "": ${formats.label}`],
    ],
    [
      { endpoints: [{ addresses: ["10.1.2.3"], nodeName: "" }] },
      [`endpoints[0].nodeName: Invalid value: "": ${formats.subdomain}`],
    ],
    [
      { endpoints: [{ addresses: ["10.1.2.3"], nodeName: "A_" }] },
      [`endpoints[0].nodeName: Invalid value: "A_": ${formats.subdomain}`],
    ],
    [{ endpoints: [{ addresses: ["10.1.2.3"], zone: "a b" }] }, []],
    [
      { endpoints: [{ addresses: ["10.1.2.3"], hints: { forZones: Array(9).fill({ name: "a" }) } }] },
      ["endpoints[0].hints.forZones: Too many: 9: must have at most 8 items"],
    ],
    [
      {
        endpoints: [{ addresses: ["10.1.2.3"], hints: { forZones: [{ name: "a b" }, { name: "a b" }, { name: "" }] } }],
      },
      [
        `endpoints[0].hints.forZones[0].name: Invalid value: "a b": ${formats.labelValue}`,
        'endpoints[0].hints.forZones[1].name: Duplicate value: "a b"',
        `endpoints[0].hints.forZones[1].name: Invalid value: "a b": ${formats.labelValue}`,
      ],
    ],
    [
      {
        endpoints: [{ addresses: ["10.1.2.3"], hints: { forNodes: [{ name: "a b" }, { name: "a b" }, { name: "" }] } }],
      },
      [],
    ],
    [{ endpoints: [{ addresses: ["10.1.2.3"], hints: { forNodes: Array(9).fill({ name: "a" }) } }] }, []],
    [{ endpoints: [{ addresses: ["10.1.2.3"], deprecatedTopology: { "a b": "c d" } }] }, []],
    [{ endpoints: [{ addresses: ["10.1.2.3"], targetRef: { kind: "" } }] }, []],
    [{ endpoints: [{ addresses: ["10.1.2.3"], hints: {} }] }, []],
    [
      {
        endpoints: [
          { addresses: ["01.2.3.4", "1.2.3.4"], hostname: "A", nodeName: "A", hints: { forZones: [{ name: "a b" }] } },
        ],
      },
      [
        `endpoints[0].nodeName: Invalid value: "A": ${formats.subdomain}`,
        `endpoints[0].hostname: Invalid value: "A": ${formats.label}`,
        `endpoints[0].hints.forZones[0].name: Invalid value: "a b": ${formats.labelValue}`,
      ],
    ],
    [{ endpoints: [{ addresses: ["01.2.3.4"] }] }, []],
    [
      { endpoints: [{ addresses: ["::ffff:1.2.3.4", "::ffff:127.0.0.1"] }] },
      [
        'endpoints[0].addresses[1]: Invalid value: "::ffff:127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      {
        addressType: "IPv6",
        endpoints: [{ addresses: ["x", "1.2.3", "01.2.3.4", "127.0.0.1", "::ffff:127.0.0.1", "FE80::1"] }],
      },
      [
        `endpoints[0].addresses[0]: Invalid value: "x": ${formats.ip}`,
        `endpoints[0].addresses[1]: Invalid value: "1.2.3": ${formats.ip}`,
        'endpoints[0].addresses[2]: Invalid value: "01.2.3.4": must not have leading 0s',
        'endpoints[0].addresses: Invalid value: "127.0.0.1": must be an IPv6 address',
        'endpoints[0].addresses[3]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'endpoints[0].addresses[4]: Invalid value: "::ffff:127.0.0.1": must not be an IPv4-mapped IPv6 address',
        'endpoints[0].addresses[5]: Invalid value: "FE80::1": must be in canonical form ("fe80::1")',
      ],
    ],
    [
      {
        ports: [
          { name: "a.b" },
          { name: "a.b" },
          { protocol: "x" },
          { protocol: "" },
          { appProtocol: "a b" },
          { appProtocol: "" },
          { port: 70000 },
          { port: -1 },
        ],
      },
      [
        'ports[0].name: Invalid value: "a.b": must not contain dots',
        'ports[1].name: Invalid value: "a.b": must not contain dots',
        'ports[1].name: Duplicate value: "a.b"',
        'ports[2].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
        'ports[3].name: Duplicate value: ""',
        'ports[3].protocol: Unsupported value: "": supported values: "SCTP", "TCP", "UDP"',
        'ports[4].name: Duplicate value: ""',
        `ports[4].appProtocol: Invalid value: "a b": ${formats.qualified}`,
        'ports[5].name: Duplicate value: ""',
        'ports[5].appProtocol: Invalid value: "": name part must be non-empty',
        `ports[5].appProtocol: Invalid value: "": ${formats.qualified}`,
        'ports[6].name: Duplicate value: ""',
        'ports[7].name: Duplicate value: ""',
      ],
    ],
    [{ ports: [{}, {}] }, ['ports[1].name: Duplicate value: ""']],
    [{ ports: null }, []],
    [
      { addressType: "x", endpoints: [{ addresses: [] }] },
      [
        'addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"',
        "endpoints[0].addresses: Required value: must contain at least 1 address",
      ],
    ],
    [
      { ports: [{ name: "A" }], addressType: "", endpoints: [{ addresses: [], hostname: "A" }] },
      [
        "addressType: Required value",
        `ports[0].name: Invalid value: "A": ${formats.label}`,
        "endpoints[0].addresses: Required value: must contain at least 1 address",
        `endpoints[0].hostname: Invalid value: "A": ${formats.label}`,
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ addressType: "FQDN" }, ["spec.addressType: FQDN endpoints are deprecated"]],
    [{ addressType: "FQDN", endpoints: [{ addresses: ["a.b"] }] }, ["spec.addressType: FQDN endpoints are deprecated"]],
    [
      { endpoints: [{ addresses: ["01.2.3.4"] }] },
      [
        'endpoints[0].addresses[0]: non-standard IP address "01.2.3.4" will be considered invalid in a future Kubernetes release: use "1.2.3.4"',
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ addressType: "IPv6" }, ['addressType: Invalid value: "IPv6": field is immutable']],
    [{ addressType: "FQDN" }, ['addressType: Invalid value: "FQDN": field is immutable']],
    [{ addressType: "" }, ["addressType: Required value", 'addressType: Invalid value: "": field is immutable']],
    [{ endpoints: [{ addresses: [] }] }, ["endpoints[0].addresses: Required value: must contain at least 1 address"]],
    [
      { endpoints: [{ addresses: ["10.1.2.3"], hints: { forZones: [{ name: "a b" }] } }] },
      [`endpoints[0].hints.forZones[0].name: Invalid value: "a b": ${formats.labelValue}`],
    ],
    [{ endpoints: [{ addresses: ["10.1.2.3"], deprecatedTopology: { a: "b" } }] }, []],
    [
      { addressType: "IPv6", endpoints: [{ addresses: ["10.1.2.3"], hostname: "A" }] },
      [
        'endpoints[0].addresses: Invalid value: "10.1.2.3": must be an IPv6 address',
        `endpoints[0].hostname: Invalid value: "A": ${formats.label}`,
        'addressType: Invalid value: "IPv6": field is immutable',
      ],
    ],
    [
      { addressType: "IPv6", endpoints: [{ addresses: ["10.1.2.3", "10.1.2.4", "x"] }] },
      [
        'endpoints[0].addresses: Invalid value: "10.1.2.3": must be an IPv6 address',
        'endpoints[0].addresses: Invalid value: "10.1.2.4": must be an IPv6 address',
        `endpoints[0].addresses[2]: Invalid value: "x": ${formats.ip}`,
        'addressType: Invalid value: "IPv6": field is immutable',
      ],
    ],
    [
      { endpoints: [{ addresses: ["10.1.2.3", "127.0.0.1", "x"] }] },
      [
        'endpoints[0].addresses[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        `endpoints[0].addresses[2]: Invalid value: "x": ${formats.ip}`,
      ],
    ],
    [{ endpoints: [{ addresses: ["::ffff:1.2.3.4"] }] }, []],
    [
      { endpoints: [{ addresses: ["x", "10.1.2.3"] }] },
      [`endpoints[0].addresses[0]: Invalid value: "x": ${formats.ip}`],
    ],
    [
      {
        addressType: "IPv6",
        endpoints: [
          {
            addresses: ["10.1.2.3"],
            conditions: { ready: true },
            hostname: "a",
            nodeName: "n1",
            zone: "z",
            hints: { forZones: [{ name: "z" }] },
            targetRef: { kind: "Pod", namespace: "compare", name: "p" },
          },
          { addresses: ["1.2.3.4"] },
        ],
      },
      [
        'endpoints[0].addresses: Invalid value: "10.1.2.3": must be an IPv6 address',
        'endpoints[1].addresses: Invalid value: "1.2.3.4": must be an IPv6 address',
        'addressType: Invalid value: "IPv6": field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  const domainSlice = judgeKind(merged(valid, { addressType: "FQDN", endpoints: [{ addresses: ["a.b"] }] }));

  it.each<[object, readonly string[]]>([
    [{ metadata: { labels: { a: "b" } } }, []],
    [{ endpoints: [{ addresses: ["c.d"] }] }, []],
  ])("a slice of domain names updated with %j", (patch, errors) => {
    expect(domainSlice.update(patch)).toEqual(errors);
  });
});
