import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("IngressClass", () => {
  const valid = {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "corehelper-class" },
    spec: {
      controller: "example.com/ingress",
      parameters: { apiGroup: "x.example.com", kind: "P", name: "p", scope: "Cluster" },
    },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: { controller: "" } }, ["spec.controller: Required value"]],
    [{ spec: null }, ["spec.controller: Required value"]],
    [
      { spec: { controller: "a" } },
      ['spec.controller: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      { spec: { controller: "a/" } },
      ['spec.controller: Invalid value: "a/": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [{ spec: { controller: "A_/b" } }, [`spec.controller: Invalid value: "A_": ${formats.subdomain}`]],
    [
      { spec: { controller: "a/b c" } },
      [
        "spec.controller: Invalid value: \"b c\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
      ],
    ],
    [
      {
        spec: {
          controller:
            "a.b/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        },
      },
      ["spec.controller: Too long: may not be more than 250 bytes"],
    ],
    [
      {
        spec: {
          controller:
            "/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        },
      },
      [
        "spec.controller: Too long: may not be more than 250 bytes",
        'spec.controller: Invalid value: "/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be a domain-prefixed path (such as "acme.io/foo")',
      ],
    ],
    [
      { spec: { parameters: { kind: "", name: "" } } },
      [
        "spec.parameters.kind: Required value: kind is required",
        "spec.parameters.name: Required value: name is required",
      ],
    ],
    [
      { spec: { parameters: { kind: "a/b", name: "c%", apiGroup: "A" } } },
      [
        `spec.parameters.apiGroup: Invalid value: "A": ${formats.subdomain}`,
        "spec.parameters.kind: Invalid value: \"a/b\": may not contain '/'",
        "spec.parameters.name: Invalid value: \"c%\": may not contain '%'",
      ],
    ],
    [{ spec: { parameters: { apiGroup: "" } } }, [`spec.parameters.apiGroup: Invalid value: "": ${formats.subdomain}`]],
    [{ spec: { parameters: { scope: null } } }, []],
    [
      { spec: { parameters: { scope: "" } } },
      ['spec.parameters.scope: Unsupported value: "": supported values: "Cluster", "Namespace"'],
    ],
    [
      { spec: { parameters: { scope: "x", namespace: "y" } } },
      ['spec.parameters.scope: Unsupported value: "x": supported values: "Cluster", "Namespace"'],
    ],
    [
      { spec: { parameters: { scope: "Namespace" } } },
      ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
    ],
    [
      { spec: { parameters: { scope: "Namespace", namespace: "" } } },
      [`spec.parameters.namespace: Invalid value: "": ${formats.label}`],
    ],
    [
      { spec: { parameters: { scope: "Namespace", namespace: "a.b" } } },
      ['spec.parameters.namespace: Invalid value: "a.b": must not contain dots'],
    ],
    [
      { spec: { parameters: { scope: "Cluster", namespace: "" } } },
      ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
    [
      { spec: { parameters: { scope: "Cluster", namespace: "x" } } },
      ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ spec: { controller: "a.b/c" } }, ['spec.controller: Invalid value: "a.b/c": field is immutable']],
    [
      { spec: { controller: "" } },
      ['spec.controller: Invalid value: "": field is immutable', "spec.controller: Required value"],
    ],
    [{ spec: { parameters: null } }, []],
    [{ spec: { parameters: { name: "" } } }, ["spec.parameters.name: Required value: name is required"]],
    [{ spec: null }, ['spec.controller: Invalid value: "": field is immutable', "spec.controller: Required value"]],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});

describe("IPAddress", () => {
  const valid = {
    apiVersion: "networking.k8s.io/v1",
    kind: "IPAddress",
    metadata: { name: "10.77.1.9" },
    spec: { parentRef: { resource: "services", namespace: "compare", name: "x" } },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: null }, ["spec.parentRef: Required value"]],
    [{ spec: { parentRef: null } }, ["spec.parentRef: Required value"]],
    [
      { spec: { parentRef: { resource: "", name: "" } } },
      ["spec.parentRef.resource: Required value", "spec.parentRef.name: Required value"],
    ],
    [
      { spec: { parentRef: { resource: "a/b", name: "c%", namespace: "d/e", group: "A" } } },
      [
        `spec.parentRef.group: Invalid value: "A": ${formats.subdomain}`,
        "spec.parentRef.resource: Invalid value: \"a/b\": may not contain '/'",
        "spec.parentRef.name: Invalid value: \"c%\": may not contain '%'",
        "spec.parentRef.namespace: Invalid value: \"d/e\": may not contain '/'",
      ],
    ],
    [{ spec: { parentRef: { namespace: "", group: "" } } }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { parentRef: { name: "y" } } },
      ['spec.parentRef: Invalid value: {"resource":"services","namespace":"compare","name":"y"}: field is immutable'],
    ],
    [
      { spec: { parentRef: null } },
      ["spec.parentRef: Required value", 'spec.parentRef: Invalid value: "null": field is immutable'],
    ],
    [
      { spec: { parentRef: { name: "" } } },
      [
        "spec.parentRef.name: Required value",
        'spec.parentRef: Invalid value: {"resource":"services","namespace":"compare","name":""}: field is immutable',
      ],
    ],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});

describe("ServiceCIDR", () => {
  const valid = {
    apiVersion: "networking.k8s.io/v1",
    kind: "ServiceCIDR",
    metadata: { name: "corehelper" },
    spec: { cidrs: ["10.78.0.0/24"] },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: null }, ["spec.cidrs: Required value: at least one CIDR required"]],
    [{ spec: { cidrs: [] } }, ["spec.cidrs: Required value: at least one CIDR required"]],
    [{ spec: { cidrs: [""] } }, [`spec.cidrs[0]: Invalid value: "": ${formats.cidr}`]],
    [
      { spec: { cidrs: ["x", "y"] } },
      [`spec.cidrs[0]: Invalid value: "x": ${formats.cidr}`, `spec.cidrs[1]: Invalid value: "y": ${formats.cidr}`],
    ],
    [
      { spec: { cidrs: ["10.0.0.0/24", "10.0.1.0/24"] } },
      [
        'spec.cidrs: Invalid value: []string{"10.0.0.0/24", "10.0.1.0/24"}: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ],
    ],
    [{ spec: { cidrs: ["10.0.0.0/24", "2001:db8::/64"] } }, []],
    [{ spec: { cidrs: ["10.0.0.0/24", "x"] } }, [`spec.cidrs[1]: Invalid value: "x": ${formats.cidr}`]],
    [
      { spec: { cidrs: ["10.0.0.1/24", "10.0.0.01/24"] } },
      [
        'spec.cidrs[0]: Invalid value: "10.0.0.1/24": must not have bits set beyond the prefix length',
        'spec.cidrs[1]: Invalid value: "10.0.0.01/24": must not have leading 0s in IP or prefix length',
        'spec.cidrs: Invalid value: []string{"10.0.0.1/24", "10.0.0.01/24"}: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ],
    ],
    [
      { spec: { cidrs: ["x", "y", "z"] } },
      [
        'spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{"x", "y", "z"}}: may only hold up to 2 values',
      ],
    ],
    [
      { spec: { cidrs: ["2001:DB8::/64"] } },
      ['spec.cidrs[0]: Invalid value: "2001:DB8::/64": must be in canonical form ("2001:db8::/64")'],
    ],
    [
      { spec: { cidrs: ["::ffff:1.2.3.4/112", "1.2.0.0/24"] } },
      [
        'spec.cidrs[0]: Invalid value: "::ffff:1.2.3.4/112": must not have an IPv4-mapped IPv6 address',
        'spec.cidrs: Invalid value: []string{"::ffff:1.2.3.4/112", "1.2.0.0/24"}: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ spec: { cidrs: ["10.79.0.0/24"] } }, ['spec.cidrs[0]: Invalid value: "10.79.0.0/24": field is immutable']],
    [{ spec: { cidrs: ["10.78.0.0/24", "2001:db8::/64"] } }, []],
    [
      { spec: { cidrs: ["10.79.0.0/24", "2001:db8::/64"] } },
      ['spec.cidrs[0]: Invalid value: "10.79.0.0/24": field is immutable'],
    ],
    [
      { spec: { cidrs: ["10.78.0.0/24", "10.79.0.0/24"] } },
      [
        'spec.cidrs: Invalid value: []string{"10.78.0.0/24", "10.79.0.0/24"}: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ],
    ],
    [{ spec: { cidrs: [] } }, ["spec.cidrs: Invalid value: []: field is immutable"]],
    [{ spec: { cidrs: ["10.78.0.0/24", "x"] } }, [`spec.cidrs[1]: Invalid value: "x": ${formats.cidr}`]],
    [{ spec: { cidrs: ["a", "b", "c"] } }, ['spec.cidrs: Invalid value: []string{"a", "b", "c"}: field is immutable']],
    [{ spec: null }, ["spec.cidrs: Invalid value: []: field is immutable"]],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ status: { conditions: [{ type: "", status: "", reason: "", lastTransitionTime: null }] } }, []],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
