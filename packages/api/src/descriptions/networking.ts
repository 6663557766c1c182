import type { TypeDescriptions } from "@svc/schema";

const conditions = "Conditions that describe the current state.";
const protocol = "TCP, UDP or SCTP.";
const protocolDefault = "TCP, UDP or SCTP. Default TCP.";
const targetRef = "Object that provides the endpoint, usually a pod.";
const appProtocol = "Application protocol, as an IANA service name or a prefixed name such as example.com/protocol.";
const portStatus = {
  port: "Port number.",
  protocol,
  error: "Machine-readable error of the port, in CamelCase or with a DNS prefix.",
} as const;

/** Types of services, endpoints, ingresses and network policies. */
export const networkDescriptions: TypeDescriptions = {
  ServicePort: {
    description: "A port of a service.",
    fields: {
      port: "Port number of the service.",
      name: "Name of the port, unique in the service. Required if there are several ports.",
      protocol: protocolDefault,
      targetPort: "Number or name of the port on the pods. Default the value of port.",
      nodePort:
        "Port number on every node, for the types NodePort and LoadBalancer. Allocated by the server if absent.",
      appProtocol,
    },
  },
  ServiceStatus: {
    description: "Observed state of a service.",
    fields: { loadBalancer: "Status of the load balancer.", conditions },
  },
  LoadBalancerStatus: {
    description: "Status of a load balancer.",
    fields: { ingress: "Addresses of the load balancer." },
  },
  LoadBalancerIngress: {
    description: "An address of a load balancer. Either ip or hostname is set.",
    fields: {
      ip: "IP address.",
      hostname: "DNS name.",
      ipMode:
        "Destination address of delivered packets: VIP for that of the load balancer, Proxy for that of the node or pod.",
      ports: "Statuses of the ports.",
    },
  },
  PortStatus: { description: "Status of a port of a load balancer.", fields: portStatus },
  SessionAffinityConfig: {
    description: "Settings of session affinity.",
    fields: { clientIP: "Settings of session affinity by client IP address." },
  },
  ClientIPConfig: {
    description: "Settings of session affinity by client IP address.",
    fields: { timeoutSeconds: "Seconds for which a client stays with the same pod: 1 to 86400. Default 10800." },
  },
  EndpointSubset: {
    description: "Endpoints that expose the same ports.",
    fields: {
      addresses: "Addresses that are ready for traffic.",
      notReadyAddresses: "Addresses that aren't ready for traffic.",
      ports: "Ports of the addresses.",
    },
  },
  EndpointAddress: {
    description: "The address of an endpoint.",
    fields: { ip: "IP address.", hostname: "Host name.", nodeName: "Node of the endpoint.", targetRef },
  },
  EndpointPort: {
    description: "A port of endpoints.",
    fields: {
      name: "Name of the port, as in the service.",
      port: "Port number. If absent in an endpoint slice, all ports.",
      protocol: protocolDefault,
      appProtocol,
    },
  },
  Endpoint: {
    description: "A backend of a service.",
    fields: {
      addresses: "Addresses of the endpoint. They are interchangeable: clients use the first one.",
      conditions: "State of the endpoint.",
      hostname: "Host name, which DNS can serve.",
      targetRef,
      nodeName: "Node of the endpoint.",
      zone: "Zone of the endpoint.",
      hints: "Hints about the clients that should use the endpoint.",
      deprecatedTopology: "Topology data of the v1beta1 API.",
    },
  },
  EndpointConditions: {
    description: "State of an endpoint.",
    fields: {
      ready: "True if the endpoint should receive traffic. Absent means true. Terminating endpoints are never ready.",
      serving: "True if the endpoint can respond, even while it terminates.",
      terminating: "True if the endpoint is shutting down.",
    },
  },
  EndpointHints: {
    description: "Hints about the clients that should use an endpoint.",
    fields: {
      forZones: "Zones whose clients should use the endpoint. At most 8.",
      forNodes: "Nodes whose clients should use the endpoint. At most 8.",
    },
  },
  ForZone: { description: "A zone whose clients should use an endpoint.", fields: { name: "Name of the zone." } },
  ForNode: { description: "A node whose clients should use an endpoint.", fields: { name: "Name of the node." } },
  IngressSpec: {
    description: "Desired state of an ingress.",
    fields: {
      ingressClassName: "Name of the ingress class, which determines the controller.",
      rules: "Routing rules by host and path.",
      defaultBackend: "Backend of requests that no rule matches. Required if there are no rules.",
      tls: "TLS settings by host. All hosts share port 443.",
    },
  },
  IngressRule: {
    description: "Routing rule for one host.",
    fields: {
      host: "Host name, or a wildcard such as *.example.com for one more label. If empty, all hosts.",
      http: "Routing rules by path. If absent, requests go to the default backend.",
    },
  },
  HTTPIngressRuleValue: {
    description: "Routing rules by path.",
    fields: { paths: "Paths with their backends." },
  },
  HTTPIngressPath: {
    description: "Routes requests for a path to a backend.",
    fields: {
      path: "Path to match. Must begin with '/' for the types Exact and Prefix.",
      pathType: "How the path is matched: Exact, Prefix by path elements, or ImplementationSpecific.",
      backend: "Destination of matching requests.",
    },
  },
  IngressBackend: {
    description: "Destination of requests. Either service or resource is set.",
    fields: { service: "Service that receives the requests.", resource: "Other object that receives the requests." },
  },
  IngressServiceBackend: {
    description: "A service as the destination of requests.",
    fields: { name: "Name of the service, in the namespace of the ingress.", port: "Port of the service." },
  },
  ServiceBackendPort: {
    description: "A port of a service. Either name or number is set.",
    fields: { name: "Name of the port.", number: "Number of the port." },
  },
  IngressTLS: {
    description: "TLS settings of hosts.",
    fields: {
      hosts: "Hosts in the certificate. Default all hosts of the ingress controller.",
      secretName: "Secret with the certificate and its key.",
    },
  },
  IngressStatus: {
    description: "Observed state of an ingress.",
    fields: { loadBalancer: "Status of the load balancer." },
  },
  IngressLoadBalancerStatus: {
    description: "Status of the load balancer of an ingress.",
    fields: { ingress: "Addresses of the load balancer." },
  },
  IngressLoadBalancerIngress: {
    description: "An address of a load balancer. Either ip or hostname is set.",
    fields: { ip: "IP address.", hostname: "DNS name.", ports: "Statuses of the ports." },
  },
  IngressPortStatus: { description: "Status of a port of a load balancer.", fields: portStatus },
  IngressClassSpec: {
    description: "Desired state of an ingress class.",
    fields: {
      controller: "Name of the controller, for example example.com/ingress-controller. Immutable.",
      parameters: "Object with further settings of the controller.",
    },
  },
  IngressClassParametersReference: {
    description: "Reference to an object with settings of an ingress controller.",
    fields: {
      apiGroup: "Group of the kind. Empty for the core group.",
      kind: "Kind of the object.",
      name: "Name of the object.",
      namespace: "Namespace of the object. Required for the scope Namespace, else not allowed.",
      scope: "Scope of the object: Cluster or Namespace. Default Cluster.",
    },
  },
  NetworkPolicySpec: {
    description: "Desired state of a network policy.",
    fields: {
      podSelector: "Pods to which the policy applies. An empty selector matches all pods of the namespace.",
      policyTypes:
        "Directions that the policy restricts: Ingress, Egress. Default Ingress, and Egress if it has rules.",
      ingress: "Allowed incoming traffic: any of the rules. If empty, none is allowed.",
      egress: "Allowed outgoing traffic: any of the rules. If empty, none is allowed.",
    },
  },
  NetworkPolicyIngressRule: {
    description: "Allows incoming traffic that matches both from and ports.",
    fields: { from: "Allowed sources. If empty, all.", ports: "Allowed ports. If empty, all." },
  },
  NetworkPolicyEgressRule: {
    description: "Allows outgoing traffic that matches both to and ports.",
    fields: { to: "Allowed destinations. If empty, all.", ports: "Allowed ports. If empty, all." },
  },
  NetworkPolicyPeer: {
    description: "Source or destination of traffic: an IP block, or pods.",
    fields: {
      ipBlock: "IP address range. Can't be combined with the other fields.",
      podSelector: "Selects pods by their labels.",
      namespaceSelector: "Selects the namespaces of the pods. If absent, the namespace of the policy.",
    },
  },
  NetworkPolicyPort: {
    description: "A port or range of ports.",
    fields: {
      port: "Number or name of the port. If absent, all ports.",
      endPort: "Last port of a range that begins with port.",
      protocol: protocolDefault,
    },
  },
  IPBlock: {
    description: "An IP address range with exceptions.",
    fields: { cidr: "Range in CIDR notation.", except: "Ranges within cidr that are excluded." },
  },
  IPAddressSpec: {
    description: "Desired state of an IP address.",
    fields: { parentRef: "Object that has allocated the address. Immutable." },
  },
  ServiceCIDRSpec: {
    description: "Desired state of a service CIDR.",
    fields: { cidrs: "Address ranges in CIDR notation: one, or one for each IP family. Immutable." },
  },
  ServiceCIDRStatus: { description: "Observed state of a service CIDR.", fields: { conditions } },
};
