import type { Words } from "./words.ts";

const conditions = "What it has come to.";

/** The parts of services, and of what lets requests in. */
export const networkWords: Words = {
  ServicePort: {
    is: "A port of a service.",
    fields: {
      port: "Its number.",
      name: "What it is called; needed where there are several.",
      protocol: "TCP, UDP or SCTP. Default TCP.",
      targetPort: "At which port of the pods, by number or name. Default the same.",
      nodePort: "At which port of every node it is reached too. Usually given by the server.",
      appProtocol: "What is spoken, for those who care.",
    },
  },
  ServiceStatus: {
    is: "How a service is reached from outside.",
    fields: { loadBalancer: "By a balancer.", conditions },
  },
  LoadBalancerStatus: { is: "Where a balancer is.", fields: { ingress: "Its addresses." } },
  LoadBalancerIngress: {
    is: "An address of a balancer.",
    fields: {
      ip: "As a number.",
      hostname: "As a name.",
      ipMode: "Whether packets come with that address, VIP, or with one of a node, Proxy.",
      ports: "How its ports are.",
    },
  },
  PortStatus: {
    is: "How a port of a balancer is.",
    fields: { port: "Its number.", protocol: "TCP, UDP or SCTP.", error: "What is wrong with it." },
  },
  SessionAffinityConfig: {
    is: "For how long clients come to the same pod.",
    fields: { clientIP: "By their address." },
  },
  ClientIPConfig: { is: "For how long an address is remembered.", fields: { timeoutSeconds: "Default three hours." } },
  EndpointSubset: {
    is: "Addresses that all have the same ports.",
    fields: {
      addresses: "Those that can take requests.",
      notReadyAddresses: "Those that cannot.",
      ports: "The ports.",
    },
  },
  EndpointAddress: {
    is: "An address of what is behind a service.",
    fields: { ip: "The address.", hostname: "Its name.", nodeName: "On which node.", targetRef: "What it is." },
  },
  EndpointPort: {
    is: "A port of what is behind a service.",
    fields: {
      name: "What the service calls it.",
      port: "Its number.",
      protocol: "TCP, UDP or SCTP.",
      appProtocol: "What is spoken.",
    },
  },
  Endpoint: {
    is: "One of those behind a service.",
    fields: {
      addresses: "Its addresses; all are the same one.",
      conditions: "How it is.",
      hostname: "Its name.",
      targetRef: "What it is.",
      nodeName: "On which node.",
      zone: "In which zone.",
      hints: "Who had better use it.",
      deprecatedTopology: "Facts that have fields of their own now.",
    },
  },
  EndpointConditions: {
    is: "How one of those behind a service is.",
    fields: {
      ready: "Whether it can take requests, and is not ending.",
      serving: "Whether it can take requests.",
      terminating: "Whether it is ending.",
    },
  },
  EndpointHints: {
    is: "Who had better use it.",
    fields: { forZones: "Clients in these zones.", forNodes: "On these nodes." },
  },
  ForZone: { is: "A zone.", fields: { name: "What it is called." } },
  ForNode: { is: "A node.", fields: { name: "What it is called." } },
  IngressSpec: {
    is: "Which requests go to which services.",
    fields: {
      ingressClassName: "Who does it.",
      rules: "By host and path.",
      defaultBackend: "Where all others go.",
      tls: "Hosts that are served over TLS, and their certificates.",
    },
  },
  IngressRule: {
    is: "Where requests for a host go.",
    fields: { host: "The host; *. at the start stands for any name.", http: "By path." },
  },
  HTTPIngressRuleValue: { is: "Where requests go, by path.", fields: { paths: "The paths." } },
  HTTPIngressPath: {
    is: "A path, and where its requests go.",
    fields: {
      path: "The path, from / on.",
      pathType: "Exact, Prefix or ImplementationSpecific.",
      backend: "Where they go.",
    },
  },
  IngressBackend: {
    is: "Where requests go: one of these.",
    fields: { service: "To a service.", resource: "To another object." },
  },
  IngressServiceBackend: { is: "A service.", fields: { name: "What it is called.", port: "At which of its ports." } },
  ServiceBackendPort: { is: "A port of a service.", fields: { name: "By name,", number: "or by number." } },
  IngressTLS: {
    is: "Hosts that share a certificate.",
    fields: { hosts: "The hosts.", secretName: "The secret that has it." },
  },
  IngressStatus: { is: "Where an ingress is reached.", fields: { loadBalancer: "By a balancer." } },
  IngressLoadBalancerStatus: { is: "Where a balancer is.", fields: { ingress: "Its addresses." } },
  IngressLoadBalancerIngress: {
    is: "An address of a balancer.",
    fields: { ip: "As a number.", hostname: "As a name.", ports: "How its ports are." },
  },
  IngressPortStatus: {
    is: "How a port of a balancer is.",
    fields: { port: "Its number.", protocol: "TCP, UDP or SCTP.", error: "What is wrong with it." },
  },
  IngressClassSpec: {
    is: "Who serves a class of ingresses.",
    fields: { controller: "Which program.", parameters: "Its settings." },
  },
  IngressClassParametersReference: {
    is: "An object with settings.",
    fields: {
      apiGroup: "The group of its kind.",
      kind: "Of which kind it is.",
      name: "What it is called.",
      namespace: "Where it is.",
      scope: "Cluster or Namespace.",
    },
  },
  NetworkPolicySpec: {
    is: "Who may speak with pods.",
    fields: {
      podSelector: "The pods, by their labels; without any, all of the namespace.",
      policyTypes: "What it is about: Ingress, Egress.",
      ingress: "Who may speak to them; nobody else may.",
      egress: "To whom they may speak; to nobody else.",
    },
  },
  NetworkPolicyIngressRule: {
    is: "Who may speak to them, and at which ports.",
    fields: { from: "Who. Default everybody.", ports: "At which ports. Default all." },
  },
  NetworkPolicyEgressRule: {
    is: "To whom they may speak, and at which ports.",
    fields: { to: "To whom. Default everybody.", ports: "At which ports. Default all." },
  },
  NetworkPolicyPeer: {
    is: "Somebody on the other side: addresses, or pods.",
    fields: {
      ipBlock: "Addresses.",
      podSelector: "Pods, by their labels.",
      namespaceSelector: "Where the pods are, by labels of namespaces. Default the same namespace.",
    },
  },
  NetworkPolicyPort: {
    is: "Ports.",
    fields: {
      port: "By number or name.",
      endPort: "The last one of a range.",
      protocol: "TCP, UDP or SCTP. Default TCP.",
    },
  },
  IPBlock: { is: "Addresses.", fields: { cidr: "A range.", except: "What of it does not count." } },
  IPAddressSpec: { is: "What an address is for.", fields: { parentRef: "The object that has it." } },
  ServiceCIDRSpec: { is: "Addresses of services.", fields: { cidrs: "Ranges, one a family." } },
  ServiceCIDRStatus: { is: "How a range is.", fields: { conditions } },
};
