import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("Ingress", () => {
  const valid = {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    spec: {
      ingressClassName: "nginx",
      tls: [{ hosts: ["a.example.com"], secretName: "tls" }],
      defaultBackend: { service: { name: "web", port: { number: 80 } } },
      rules: [
        {
          host: "a.example.com",
          http: {
            paths: [{ path: "/x", pathType: "Prefix", backend: { service: { name: "web", port: { name: "http" } } } }],
          },
        },
      ],
    },
    metadata: { name: "core-ingress" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [
      { spec: { rules: null, defaultBackend: null } },
      ["spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified"],
    ],
    [
      { spec: null },
      ["spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified"],
    ],
    [{ spec: { rules: [] } }, []],
    [
      {
        spec: {
          rules: [
            {
              host: "1.2.3.4",
              http: {
                paths: [
                  { path: "x", backend: { service: { name: "web", port: { number: 80 } } } },
                  { path: "x", pathType: "", backend: { service: { name: "web", port: { number: 80 } } } },
                  { path: "x", pathType: "Foo", backend: { service: { name: "web", port: { number: 80 } } } },
                  { path: "", pathType: "Exact", backend: { service: { name: "web", port: { number: 80 } } } },
                  {
                    path: "a//b/./c/../%2f%2F/..",
                    pathType: "Prefix",
                    backend: { service: { name: "web", port: { number: 80 } } },
                  },
                  { path: "/x/.", pathType: "Exact", backend: {} },
                  {
                    path: "",
                    pathType: "ImplementationSpecific",
                    backend: { service: { name: "web", port: { number: 80 } } },
                  },
                  {
                    path: "x//",
                    pathType: "ImplementationSpecific",
                    backend: { service: { name: "web", port: { number: 80 } } },
                  },
                ],
              },
            },
          ],
        },
      },
      [
        'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
        "spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified",
        'spec.rules[0].http.paths[1].pathType: Unsupported value: "": supported values: "Exact", "ImplementationSpecific", "Prefix"',
        'spec.rules[0].http.paths[2].pathType: Unsupported value: "Foo": supported values: "Exact", "ImplementationSpecific", "Prefix"',
        'spec.rules[0].http.paths[3].path: Invalid value: "": must be an absolute path',
        'spec.rules[0].http.paths[4].path: Invalid value: "a//b/./c/../%2f%2F/..": must be an absolute path',
        "spec.rules[0].http.paths[4].path: Invalid value: \"a//b/./c/../%2f%2F/..\": must not contain '//'",
        "spec.rules[0].http.paths[4].path: Invalid value: \"a//b/./c/../%2f%2F/..\": must not contain '/./'",
        "spec.rules[0].http.paths[4].path: Invalid value: \"a//b/./c/../%2f%2F/..\": must not contain '/../'",
        "spec.rules[0].http.paths[4].path: Invalid value: \"a//b/./c/../%2f%2F/..\": must not contain '%2f'",
        "spec.rules[0].http.paths[4].path: Invalid value: \"a//b/./c/../%2f%2F/..\": must not contain '%2F'",
        "spec.rules[0].http.paths[4].path: Invalid value: \"a//b/./c/../%2f%2F/..\": cannot end with '/..'",
        "spec.rules[0].http.paths[5].path: Invalid value: \"/x/.\": cannot end with '/.'",
        'spec.rules[0].http.paths[5].backend: Invalid value: "": resource or service backend is required',
        'spec.rules[0].http.paths[7].path: Invalid value: "x//": must be an absolute path',
      ],
    ],
    [
      {
        spec: {
          rules: [
            {
              host: "*.",
              http: {
                paths: [
                  { path: "/", pathType: "Exact", backend: { service: { name: "", port: { name: "a", number: 1 } } } },
                  { path: "/", pathType: "Exact", backend: { service: { name: "A.b", port: {} } } },
                ],
              },
            },
            {
              host: "*.example.com",
              http: {
                paths: [
                  { pathType: "Exact", path: "/", backend: { service: { name: "web", port: { number: 70000 } } } },
                ],
              },
            },
            {
              host: "a_b",
              http: {
                paths: [
                  { path: "/", pathType: "Exact", backend: { service: { name: "web", port: { name: "A--b-" } } } },
                  {
                    path: "/",
                    pathType: "Exact",
                    backend: { service: { name: "web" }, resource: { kind: "a", name: "b" } },
                  },
                  { path: "/", pathType: "Exact", backend: { resource: { kind: "", name: "" } } },
                  { path: "/", pathType: "Exact", backend: { resource: { kind: "a/b", name: "c%d", apiGroup: "A_" } } },
                  { path: "/", pathType: "Exact", backend: { resource: { kind: "a", name: "b", apiGroup: "" } } },
                ],
              },
            },
          ],
        },
      },
      [
        `spec.rules[0].host: Invalid value: "*.": ${formats.wildcard}`,
        "spec.rules[0].http.paths[0].backend.service.name: Required value",
        'spec.rules[0].http.paths[0].backend: Invalid value: "": cannot set both port name & port number',
        `spec.rules[0].http.paths[1].backend.service.name: Invalid value: "A.b": ${formats.serviceName}`,
        "spec.rules[0].http.paths[1].backend: Required value: port name or number is required",
        `spec.rules[1].http.paths[0].backend.service.port.number: Invalid value: 70000: ${formats.port}`,
        `spec.rules[2].host: Invalid value: "a_b": ${formats.subdomain}`,
        'spec.rules[2].http.paths[0].backend.service.port.name: Invalid value: "A--b-": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.rules[2].http.paths[0].backend.service.port.name: Invalid value: "A--b-": must not contain consecutive hyphens',
        'spec.rules[2].http.paths[0].backend.service.port.name: Invalid value: "A--b-": must not begin or end with a hyphen',
        'spec.rules[2].http.paths[1].backend: Invalid value: "": cannot set both resource and service backends',
        "spec.rules[2].http.paths[2].backend.resource.kind: Required value: kind is required",
        "spec.rules[2].http.paths[2].backend.resource.name: Required value: name is required",
        `spec.rules[2].http.paths[3].backend.resource.apiGroup: Invalid value: "A_": ${formats.subdomain}`,
        "spec.rules[2].http.paths[3].backend.resource.kind: Invalid value: \"a/b\": may not contain '/'",
        "spec.rules[2].http.paths[3].backend.resource.name: Invalid value: \"c%d\": may not contain '%'",
        `spec.rules[2].http.paths[4].backend.resource.apiGroup: Invalid value: "": ${formats.subdomain}`,
      ],
    ],
    [
      { spec: { rules: [{}, { host: "x", http: { paths: [] } }, { http: { paths: [{}] } }] } },
      [
        "spec.rules[1].http.paths: Required value",
        "spec.rules[2].http.paths[0].pathType: Required value: pathType must be specified",
      ],
    ],
    [
      { spec: { tls: [{ hosts: ["", "*.a", "*", "A", "a*b", "1.2.3.4"], secretName: "A_" }, {}] } },
      [
        `spec.tls[0].hosts[0]: Invalid value: "": ${formats.subdomain}`,
        `spec.tls[0].hosts[2]: Invalid value: "*": ${formats.wildcard}`,
        `spec.tls[0].hosts[3]: Invalid value: "A": ${formats.subdomain}`,
        `spec.tls[0].hosts[4]: Invalid value: "a*b": ${formats.wildcard}`,
        `spec.tls[0].secretName: Invalid value: "A_": ${formats.subdomain}`,
      ],
    ],
    [
      { spec: { defaultBackend: { service: null }, rules: [{ host: "A" }] } },
      [
        'spec.defaultBackend: Invalid value: "": resource or service backend is required',
        `spec.rules[0].host: Invalid value: "A": ${formats.subdomain}`,
      ],
    ],
    [
      { spec: { ingressClassName: "a_b", defaultBackend: {} } },
      [`spec.ingressClassName: Invalid value: "a_b": ${formats.subdomain}`],
    ],
    [
      { metadata: { annotations: { "kubernetes.io/ingress.class": "x" } } },
      [
        'annotations.kubernetes.io/ingress.class: Invalid value: "x": must match `ingressClassName` when both are specified',
      ],
    ],
    [{ metadata: { annotations: { "kubernetes.io/ingress.class": "nginx" } } }, []],
    [{ metadata: { annotations: { "kubernetes.io/ingress.class": "x" } }, spec: { ingressClassName: null } }, []],
    [
      {
        metadata: { annotations: { "kubernetes.io/ingress.class": "x" } },
        spec: { rules: null, defaultBackend: null },
      },
      [
        "spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified",
        'annotations.kubernetes.io/ingress.class: Invalid value: "x": must match `ingressClassName` when both are specified',
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { metadata: { annotations: { "kubernetes.io/ingress.class": "x" } }, spec: { ingressClassName: null } },
      ["annotation \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead"],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ metadata: { annotations: { "kubernetes.io/ingress.class": "x" } } }, []],
    [{ spec: { tls: [{ secretName: "A_" }] } }, [`spec.tls[0].secretName: Invalid value: "A_": ${formats.subdomain}`]],
    [
      { spec: { rules: null, defaultBackend: null } },
      ["spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified"],
    ],
    [
      {
        spec: {
          rules: [
            {
              host: "a.example.com",
              http: { paths: [{ path: "x", backend: { service: { name: "web", port: { number: 80 } } } }] },
            },
          ],
        },
      },
      ["spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified"],
    ],
    [
      {
        spec: {
          rules: [
            {
              host: "*.a.b",
              http: { paths: [{ path: "x", backend: { service: { name: "web", port: { number: 80 } } } }] },
            },
          ],
        },
      },
      ["spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified"],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          loadBalancer: {
            ingress: [
              { ip: "1.2.3" },
              { ip: "1.2.3.04" },
              { hostname: "1.2.3.4" },
              { hostname: "A_" },
              { ip: "1.2.3.4", hostname: "a", ports: [{ port: 0, protocol: "x" }] },
              {},
            ],
          },
        },
      },
      [
        `status.loadBalancer.ingress[0].ip: Invalid value: "1.2.3": ${formats.ip}`,
        'status.loadBalancer.ingress[2].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
        `status.loadBalancer.ingress[3].hostname: Invalid value: "A_": ${formats.subdomain}`,
      ],
    ],
    [
      {
        status: {
          loadBalancer: {
            ingress: [{ ip: "1.2.3.4", ports: [{ port: 0, protocol: "TCP", error: "a b" }] }, { ip: "::FFFF:1.2.3.4" }],
          },
        },
      },
      [],
    ],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
