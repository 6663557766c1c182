import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("Service", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "core-svc" },
    spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80, targetPort: "http", appProtocol: "http" }] },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: { ports: null } }, ["spec.ports: Required value"]],
    [{ spec: { ports: [] } }, ["spec.ports: Required value"]],
    [
      { spec: { ports: [{ port: 0, targetPort: 0, protocol: "x", appProtocol: "a b", name: "A.b" }] } },
      [
        `spec.ports[0].name: Invalid value: "A.b": ${formats.label}`,
        `spec.ports[0].port: Invalid value: 0: ${formats.port}`,
        'spec.ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
        `spec.ports[0].targetPort: Invalid value: 0: ${formats.port}`,
        `spec.ports[0].appProtocol: Invalid value: "a b": ${formats.qualified}`,
      ],
    ],
    [
      { spec: { ports: [{ port: 1 }, { port: 2 }] } },
      ["spec.ports[0].name: Required value", "spec.ports[1].name: Required value"],
    ],
    [
      {
        spec: {
          ports: [
            { port: 1, name: "a" },
            { port: 1, name: "a" },
            { port: 1, name: "b", protocol: "UDP" },
          ],
        },
      },
      ['spec.ports[1].name: Duplicate value: "a"', 'spec.ports[1]: Duplicate value: {"protocol":"TCP","port":1}'],
    ],
    [
      { spec: { ports: [{ port: 70000, targetPort: "A--b-" }] } },
      [
        `spec.ports[0].port: Invalid value: 70000: ${formats.port}`,
        'spec.ports[0].targetPort: Invalid value: "A--b-": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.ports[0].targetPort: Invalid value: "A--b-": must not contain consecutive hyphens',
        'spec.ports[0].targetPort: Invalid value: "A--b-": must not begin or end with a hyphen',
      ],
    ],
    [
      { spec: { ports: [{ port: 1, targetPort: 70000, protocol: "" }] } },
      [`spec.ports[0].targetPort: Invalid value: 70000: ${formats.port}`],
    ],
    [
      { spec: { ports: [{ port: 1, targetPort: "", appProtocol: "" }] } },
      [
        'spec.ports[0].appProtocol: Invalid value: "": name part must be non-empty',
        `spec.ports[0].appProtocol: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [
      { spec: { ports: [{ port: 1, nodePort: 30999 }] } },
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    [
      { spec: { ports: [{ port: -1, targetPort: -1 }] } },
      [
        `spec.ports[0].port: Invalid value: -1: ${formats.port}`,
        `spec.ports[0].targetPort: Invalid value: -1: ${formats.port}`,
      ],
    ],
    [{ spec: { type: "" } }, []],
    [
      { spec: { type: "x" } },
      ['spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"'],
    ],
    [{ spec: { type: "ExternalName" } }, ["spec.externalName: Required value"]],
    [{ spec: { type: "ExternalName", externalName: "a.b." } }, []],
    [
      { spec: { type: "ExternalName", externalName: "A_" } },
      [`spec.externalName: Invalid value: "A_": ${formats.subdomain}`],
    ],
    [{ spec: { type: "ExternalName", externalName: "." } }, ["spec.externalName: Required value"]],
    [
      { spec: { type: "ExternalName", externalName: "a.b", ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" } },
      [
        "spec.ipFamilies: Forbidden: may not be set for ExternalName services",
        "spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services",
      ],
    ],
    [{ spec: { type: "ExternalName", externalName: "a.b", externalIPs: ["1.2.3.4"], ports: null } }, []],
    [{ spec: { externalName: "a.b" } }, []],
    [{ spec: { externalName: "A_" } }, []],
    [
      { spec: { selector: { "a b": "c d" } } },
      [
        `spec.selector: Invalid value: "a b": ${formats.qualified}`,
        `spec.selector: Invalid value: "c d": ${formats.labelValue}`,
      ],
    ],
    [
      { spec: { sessionAffinity: "x" } },
      ['spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"'],
    ],
    [{ spec: { sessionAffinity: "" } }, []],
    [
      { spec: { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } } },
      [
        "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 0: must be greater than 0 and less than 86400",
      ],
    ],
    [
      { spec: { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } } },
      [
        "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400",
      ],
    ],
    [{ spec: { sessionAffinity: "ClientIP", sessionAffinityConfig: {} } }, []],
    [{ spec: { sessionAffinity: "None", sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } } }, []],
    [
      { spec: { sessionAffinity: "x", sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } } },
      ['spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"'],
    ],
    [
      {
        spec: {
          externalIPs: [
            "x",
            "",
            "0.0.0.0",
            "127.0.0.1",
            "169.254.1.1",
            "224.0.0.1",
            "1.2.3.4",
            "::1",
            "01.2.3.4",
            "::ffff:127.0.0.1",
          ],
        },
      },
      [
        `spec.externalIPs[0]: Invalid value: "x": ${formats.ip}`,
        `spec.externalIPs[1]: Invalid value: "": ${formats.ip}`,
        'spec.externalIPs[2]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
        'spec.externalIPs[3]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'spec.externalIPs[4]: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
        'spec.externalIPs[5]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
        'spec.externalIPs[7]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'spec.externalIPs[9]: Invalid value: "::ffff:127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [{ spec: { externalIPs: ["01.2.3.4", "2001:DB8::1", "::ffff:1.2.3.4"] } }, []],
    [{ spec: { loadBalancerIP: "x" } }, []],
    [{ spec: { loadBalancerIP: "01.2.3.4", type: "LoadBalancer" } }, []],
    [{ spec: { loadBalancerIP: "01.2.3.4" } }, []],
    [
      { spec: { loadBalancerSourceRanges: ["x"] } },
      [
        "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        `spec.LoadBalancerSourceRanges[0]: Invalid value: "x": ${formats.cidr}`,
      ],
    ],
    [
      { spec: { type: "LoadBalancer", loadBalancerSourceRanges: ["x", "10.0.0.1/8", "", " 1.2.3.0/24"] } },
      [
        `spec.LoadBalancerSourceRanges[0]: Invalid value: "x": ${formats.cidr}`,
        `spec.LoadBalancerSourceRanges[2]: Invalid value: "": ${formats.cidr}`,
      ],
    ],
    [{ spec: { type: "LoadBalancer", loadBalancerSourceRanges: ["10.0.0.1/8", "010.0.0.0/8"] } }, []],
    [
      { metadata: { annotations: { "service.beta.kubernetes.io/load-balancer-source-ranges": "x" } } },
      [
        "metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Forbidden: may only be used when `type` is 'LoadBalancer'",
        `metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid value: "x": ${formats.cidr}`,
      ],
    ],
    [
      {
        metadata: { annotations: { "service.beta.kubernetes.io/load-balancer-source-ranges": " 10.0.0.0/8 , x," } },
        spec: { type: "LoadBalancer" },
      },
      [
        `metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid value: "x": ${formats.cidr}`,
        `metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid value: "": ${formats.cidr}`,
      ],
    ],
    [
      {
        metadata: { annotations: { "service.beta.kubernetes.io/load-balancer-source-ranges": "" } },
        spec: { type: "LoadBalancer" },
      },
      [],
    ],
    [
      { spec: { loadBalancerClass: "a" } },
      ["spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    ],
    [
      { spec: { type: "LoadBalancer", loadBalancerClass: "a b" } },
      [`spec.loadBalancerClass: Invalid value: "a b": ${formats.qualified}`],
    ],
    [
      { spec: { type: "LoadBalancer", loadBalancerClass: "" } },
      [
        'spec.loadBalancerClass: Invalid value: "": name part must be non-empty',
        `spec.loadBalancerClass: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [
      { spec: { allocateLoadBalancerNodePorts: true } },
      ["spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    ],
    [{ spec: { type: "LoadBalancer", allocateLoadBalancerNodePorts: false } }, []],
    [
      { spec: { externalTrafficPolicy: "Local" } },
      ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services'],
    ],
    [
      { spec: { externalTrafficPolicy: "x" } },
      ['spec.externalTrafficPolicy: Invalid value: "x": may only be set for externally-accessible services'],
    ],
    [
      { spec: { type: "NodePort", externalTrafficPolicy: "x" } },
      ['spec.externalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"'],
    ],
    [
      { spec: { externalIPs: ["1.2.3.4"], externalTrafficPolicy: "x" } },
      ['spec.externalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"'],
    ],
    [
      { spec: { healthCheckNodePort: 30998 } },
      [
        "spec.healthCheckNodePort: Invalid value: 30998: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ],
    ],
    [{ spec: { type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort: 30997 } }, []],
    [
      { spec: { type: "LoadBalancer", healthCheckNodePort: 30997 } },
      [
        "spec.healthCheckNodePort: Invalid value: 30997: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ],
    ],
    [
      { spec: { type: "NodePort", externalTrafficPolicy: "Local", healthCheckNodePort: 30997 } },
      [
        "spec.healthCheckNodePort: Invalid value: 30997: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ],
    ],
    [
      { spec: { internalTrafficPolicy: "x" } },
      ['spec.internalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"'],
    ],
    [
      { spec: { internalTrafficPolicy: "" } },
      ['spec.internalTrafficPolicy: Unsupported value: "": supported values: "Cluster", "Local"'],
    ],
    [
      { spec: { type: "ExternalName", externalName: "a", internalTrafficPolicy: "x" } },
      ['spec.internalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"'],
    ],
    [
      { spec: { trafficDistribution: "x" } },
      ['spec.trafficDistribution: Unsupported value: "x": supported values: "PreferClose"'],
    ],
    [
      { spec: { trafficDistribution: "" } },
      ['spec.trafficDistribution: Unsupported value: "": supported values: "PreferClose"'],
    ],
    [{ spec: { trafficDistribution: "PreferClose" } }, []],
    [
      { spec: { trafficDistribution: "PreferSameZone" } },
      ['spec.trafficDistribution: Unsupported value: "PreferSameZone": supported values: "PreferClose"'],
    ],
    [{ spec: { type: "LoadBalancer", ports: [{ port: 10250 }] } }, []],
    [{ spec: { type: "NodePort", ports: [{ port: 10250 }] } }, []],
    [{ metadata: { annotations: { "service.kubernetes.io/topology-aware-hints": "auto" } } }, []],
    [
      {
        metadata: {
          annotations: {
            "service.kubernetes.io/topology-aware-hints": "auto",
            "service.kubernetes.io/topology-mode": "x",
          },
        },
      },
      [
        'metadata.annotations[service.kubernetes.io/topology-mode]: Invalid value: "x": must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified',
      ],
    ],
    [
      {
        metadata: {
          annotations: {
            "service.kubernetes.io/topology-aware-hints": "auto",
            "service.kubernetes.io/topology-mode": "auto",
          },
        },
      },
      [],
    ],
    [
      {
        spec: {
          type: "x",
          ports: [{ port: 0, nodePort: 5 }],
          externalIPs: ["x"],
          sessionAffinity: "y",
          selector: { "a b": "" },
          loadBalancerClass: "a",
          loadBalancerSourceRanges: ["x"],
          allocateLoadBalancerNodePorts: true,
          externalTrafficPolicy: "z",
          healthCheckNodePort: 5,
          internalTrafficPolicy: "w",
          trafficDistribution: "v",
        },
      },
      [
        `spec.ports[0].port: Invalid value: 0: ${formats.port}`,
        `spec.ports[0].targetPort: Invalid value: 0: ${formats.port}`,
        `spec.selector: Invalid value: "a b": ${formats.qualified}`,
        'spec.sessionAffinity: Unsupported value: "y": supported values: "ClientIP", "None"',
        `spec.externalIPs[0]: Invalid value: "x": ${formats.ip}`,
        'spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
        "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        `spec.LoadBalancerSourceRanges[0]: Invalid value: "x": ${formats.cidr}`,
        "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
        'spec.externalTrafficPolicy: Invalid value: "z": may only be set for externally-accessible services',
        "spec.healthCheckNodePort: Invalid value: 5: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
        'spec.internalTrafficPolicy: Unsupported value: "w": supported values: "Cluster", "Local"',
        'spec.trafficDistribution: Unsupported value: "v": supported values: "PreferClose"',
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { type: "ExternalName", externalName: "a.b", externalIPs: ["1.2.3.4"], ports: null } },
      ['spec.externalIPs is ignored when spec.type is "ExternalName"'],
    ],
    [{ spec: { externalName: "a.b" } }, ['spec.externalName is ignored when spec.type is not "ExternalName"']],
    [{ spec: { externalName: "A_" } }, ['spec.externalName is ignored when spec.type is not "ExternalName"']],
    [
      { spec: { externalIPs: ["01.2.3.4", "2001:DB8::1", "::ffff:1.2.3.4"] } },
      [
        'spec.externalIPs[0]: non-standard IP address "01.2.3.4" will be considered invalid in a future Kubernetes release: use "1.2.3.4"',
        'spec.externalIPs[1]: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")',
        'spec.externalIPs[2]: non-standard IP address "::ffff:1.2.3.4" will be considered invalid in a future Kubernetes release: use "1.2.3.4"',
      ],
    ],
    [
      { spec: { loadBalancerIP: "01.2.3.4", type: "LoadBalancer" } },
      [
        'spec.loadBalancerIP: non-standard IP address "01.2.3.4" will be considered invalid in a future Kubernetes release: use "1.2.3.4"',
      ],
    ],
    [
      { spec: { loadBalancerIP: "01.2.3.4" } },
      [
        'spec.loadBalancerIP: non-standard IP address "01.2.3.4" will be considered invalid in a future Kubernetes release: use "1.2.3.4"',
      ],
    ],
    [
      { spec: { type: "LoadBalancer", loadBalancerSourceRanges: ["10.0.0.1/8", "010.0.0.0/8"] } },
      [
        'spec.loadBalancerSourceRanges[0]: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
        'spec.loadBalancerSourceRanges[1]: non-standard CIDR value "010.0.0.0/8" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"',
      ],
    ],
    [
      { metadata: { annotations: { "service.kubernetes.io/topology-aware-hints": "auto" } } },
      [
        "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead",
      ],
    ],
    [
      {
        metadata: {
          annotations: {
            "service.kubernetes.io/topology-aware-hints": "auto",
            "service.kubernetes.io/topology-mode": "auto",
          },
        },
      },
      [
        "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead",
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });
});
