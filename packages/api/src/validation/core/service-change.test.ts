import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("a change of a Service", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "core-svc2" },
    spec: {
      clusterIP: "10.0.0.101",
      clusterIPs: ["10.0.0.101"],
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      selector: { app: "web" },
      ports: [{ port: 80 }],
    },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([[{}, []]])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { clusterIP: "10.0.0.102", clusterIPs: ["10.0.0.102"] } },
      ['spec.clusterIPs[0]: Invalid value: []string{"10.0.0.102"}: may not change once set'],
    ],
    [{ spec: { clusterIP: null, clusterIPs: null } }, []],
    [
      { spec: { clusterIP: "None", clusterIPs: ["None"] } },
      ['spec.clusterIPs[0]: Invalid value: []string{"None"}: may not change once set'],
    ],
    [
      { spec: { ipFamilies: ["IPv6"] } },
      ['spec.clusterIPs[0]: Invalid value: "10.0.0.101": expected an IPv6 value as indicated by `ipFamilies[0]`'],
    ],
    [{ spec: { ipFamilies: null } }, []],
    [{ spec: { ipFamilyPolicy: "PreferDualStack" } }, []],
    [{ spec: { ipFamilyPolicy: null } }, []],
    [
      {
        spec: {
          type: "ExternalName",
          externalName: "a.b",
          clusterIP: null,
          clusterIPs: null,
          ipFamilies: null,
          ipFamilyPolicy: null,
        },
      },
      [],
    ],
    [{ spec: { type: "NodePort" } }, []],
    [{ spec: { type: "LoadBalancer", loadBalancerClass: "a" } }, []],
    [
      { spec: { ports: [{ port: 0 }] } },
      [
        `spec.ports[0].port: Invalid value: 0: ${formats.port}`,
        `spec.ports[0].targetPort: Invalid value: 0: ${formats.port}`,
      ],
    ],
    [{ spec: { ports: [{ port: 81 }] } }, []],
    [
      { spec: { loadBalancerClass: "a" } },
      [
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
      ],
    ],
    [
      { spec: { type: "x" } },
      ['spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"'],
    ],
    [{ spec: { externalIPs: ["01.2.3.4"] } }, []],
    [{ spec: { sessionAffinity: "ClientIP" } }, []],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } } },
      ["status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'"],
    ],
    [{ status: { loadBalancer: { ingress: [] } } }, []],
    [{ status: { conditions: [{}] } }, []],
    [{ status: { conditions: [{ type: "a", status: "x", reason: "a b", lastTransitionTime: null }] } }, []],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });

  const classedBalancer = judgeKind(merged(valid, { spec: { type: "LoadBalancer", loadBalancerClass: "a" } }));

  it.each<[object, readonly string[]]>([
    [{ spec: { loadBalancerClass: "b" } }, ['spec.loadBalancerClass: Invalid value: "b": may not change once set']],
    [{ spec: { loadBalancerClass: null } }, ['spec.loadBalancerClass: Invalid value: "null": may not change once set']],
    [
      {
        spec: {
          type: "ClusterIP",
          loadBalancerClass: null,
          allocateLoadBalancerNodePorts: null,
          externalTrafficPolicy: null,
          ports: [{ port: 80 }],
        },
      },
      [],
    ],
  ])("a load balancer with a class updated with %j", (patch, errors) => {
    expect(classedBalancer.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          loadBalancer: {
            ingress: [
              { ip: "x" },
              { ip: "01.2.3.4" },
              { hostname: "A_" },
              { hostname: "1.2.3.4" },
              { ip: "1.2.3.4", ipMode: "x" },
              { ipMode: "VIP" },
              { ip: "1.2.3.4", ipMode: "" },
              { ip: "1.2.3.4", hostname: "a.b", ports: [{ port: 0, protocol: "x", error: "a b" }] },
              {},
            ],
          },
        },
      },
      [
        `status.loadBalancer.ingress[0].ip: Invalid value: "x": ${formats.ip}`,
        `status.loadBalancer.ingress[2].hostname: Invalid value: "A_": ${formats.subdomain}`,
        'status.loadBalancer.ingress[3].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
        'status.loadBalancer.ingress[4].ipMode: Unsupported value: "x": supported values: "Proxy", "VIP"',
        "status.loadBalancer.ingress[5].ipMode: Forbidden: may not be specified when `ip` is not set",
        'status.loadBalancer.ingress[6].ipMode: Unsupported value: "": supported values: "Proxy", "VIP"',
      ],
    ],
    [{ status: { loadBalancer: { ingress: [{ ip: "01.2.3.4", ipMode: "Proxy" }] } } }, []],
    [
      {
        status: {
          loadBalancer: { ingress: [{ ip: "1.2.3.4", ports: [{ port: 80, protocol: "TCP", error: "a b" }] }] },
        },
      },
      [],
    ],
  ])("a load balancer with a class's status updated with %j", (patch, errors) => {
    expect(classedBalancer.subresource("status", patch)).toEqual(errors);
  });

  const localBalancer = judgeKind(
    merged(valid, { spec: { type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort: 30811 } }),
  );

  it.each<[object, readonly string[]]>([[{ spec: { externalTrafficPolicy: "Cluster", healthCheckNodePort: 0 } }, []]])(
    "a load balancer with a health check port updated with %j",
    (patch, errors) => {
      expect(localBalancer.update(patch)).toEqual(errors);
    },
  );

  const classlessBalancer = judgeKind(merged(valid, { spec: { type: "LoadBalancer" } }));

  it.each<[object, readonly string[]]>([
    [{ spec: { loadBalancerClass: "a" } }, ['spec.loadBalancerClass: Invalid value: "a": may not change once set']],
  ])("a load balancer without a class updated with %j", (patch, errors) => {
    expect(classlessBalancer.update(patch)).toEqual(errors);
  });

  const nodePortService = judgeKind(
    merged(valid, { spec: { type: "NodePort", ports: [{ port: 80, nodePort: 30813 }] } }),
  );

  it.each<[object, readonly string[]]>([
    [{ spec: { ports: [{ port: 80 }] } }, []],
    [{ spec: { ports: [{ port: 80, nodePort: 30814 }] } }, []],
  ])("a service with a node port updated with %j", (patch, errors) => {
    expect(nodePortService.update(patch)).toEqual(errors);
  });

  const headless = judgeKind(merged(valid, { spec: { clusterIP: "None", clusterIPs: ["None"] } }));

  it.each<[object, readonly string[]]>([
    [
      { spec: { clusterIP: "10.0.0.103", clusterIPs: ["10.0.0.103"] } },
      ['spec.clusterIPs[0]: Invalid value: []string{"10.0.0.103"}: may not change once set'],
    ],
    [{ spec: { clusterIP: "", clusterIPs: null } }, []],
    [
      { spec: { type: "NodePort" } },
      ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services"],
    ],
  ])("a headless service updated with %j", (patch, errors) => {
    expect(headless.update(patch)).toEqual(errors);
  });

  const external = judgeKind(
    merged(valid, {
      spec: {
        type: "ExternalName",
        externalName: "a.b",
        clusterIP: null,
        clusterIPs: null,
        ipFamilies: null,
        ipFamilyPolicy: null,
      },
    }),
  );

  it.each<[object, readonly string[]]>([
    [{ spec: { type: "ClusterIP" } }, []],
    [{ spec: { externalName: "c" } }, []],
    [{ spec: { externalName: "" } }, ["spec.externalName: Required value"]],
    [{ spec: { type: "ClusterIP", externalName: null, ports: null } }, ["spec.ports: Required value"]],
  ])("a service of an external name updated with %j", (patch, errors) => {
    expect(external.update(patch)).toEqual(errors);
  });
});
