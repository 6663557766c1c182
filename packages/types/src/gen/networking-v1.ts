// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Restricts the network traffic of the selected pods. Pods that no policy selects are unrestricted. */
export interface NetworkPolicy {
  kind: "NetworkPolicy";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: NetworkPolicySpec;
}

/** Desired state of a network policy. */
export interface NetworkPolicySpec {
  /** Pods to which the policy applies. An empty selector matches all pods of the namespace. */
  podSelector: metav1.LabelSelector;
  /** Allowed incoming traffic: any of the rules. If empty, none is allowed. */
  ingress?: NetworkPolicyIngressRule[];
  /** Allowed outgoing traffic: any of the rules. If empty, none is allowed. */
  egress?: NetworkPolicyEgressRule[];
  /** Directions that the policy restricts: Ingress, Egress. Default Ingress, and Egress if it has rules. */
  policyTypes?: ("Egress" | "Ingress")[];
}

/** Allows incoming traffic that matches both from and ports. */
export interface NetworkPolicyIngressRule {
  /** Allowed ports. If empty, all. */
  ports?: NetworkPolicyPort[];
  /** Allowed sources. If empty, all. */
  from?: NetworkPolicyPeer[];
}

/** Allows outgoing traffic that matches both to and ports. */
export interface NetworkPolicyEgressRule {
  /** Allowed ports. If empty, all. */
  ports?: NetworkPolicyPort[];
  /** Allowed destinations. If empty, all. */
  to?: NetworkPolicyPeer[];
}

/** A port or range of ports. */
export interface NetworkPolicyPort {
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** Number or name of the port. If absent, all ports. */
  port?: number | string;
  /** Last port of a range that begins with port. */
  endPort?: number;
}

/** An IP address range with exceptions. */
export interface IPBlock {
  /** Range in CIDR notation. */
  cidr: string;
  /** Ranges within cidr that are excluded. */
  except?: string[];
}

/** Source or destination of traffic: an IP block, or pods. */
export interface NetworkPolicyPeer {
  /** Selects pods by their labels. */
  podSelector?: metav1.LabelSelector;
  /** Selects the namespaces of the pods. If absent, the namespace of the policy. */
  namespaceSelector?: metav1.LabelSelector;
  /** IP address range. Can't be combined with the other fields. */
  ipBlock?: IPBlock;
}

export interface NetworkPolicyList {
  kind: "NetworkPolicyList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: NetworkPolicy[];
}

/** Routes HTTP and HTTPS requests from outside the cluster to services, by host and path. */
export interface Ingress {
  kind: "Ingress";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: IngressSpec;
  status?: IngressStatus;
}

export interface IngressList {
  kind: "IngressList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Ingress[];
}

/** Desired state of an ingress. */
export interface IngressSpec {
  /** Name of the ingress class, which determines the controller. */
  ingressClassName?: string;
  /** Backend of requests that no rule matches. Required if there are no rules. */
  defaultBackend?: IngressBackend;
  /** TLS settings by host. All hosts share port 443. */
  tls?: IngressTLS[];
  /** Routing rules by host and path. */
  rules?: IngressRule[];
}

/** TLS settings of hosts. */
export interface IngressTLS {
  /** Hosts in the certificate. Default all hosts of the ingress controller. */
  hosts?: string[];
  /** Secret with the certificate and its key. */
  secretName?: string;
}

/** Observed state of an ingress. */
export interface IngressStatus {
  /** Status of the load balancer. */
  loadBalancer?: IngressLoadBalancerStatus;
}

/** Status of the load balancer of an ingress. */
export interface IngressLoadBalancerStatus {
  /** Addresses of the load balancer. */
  ingress?: IngressLoadBalancerIngress[];
}

/** An address of a load balancer. Either ip or hostname is set. */
export interface IngressLoadBalancerIngress {
  /** IP address. */
  ip?: string;
  /** DNS name. */
  hostname?: string;
  /** Statuses of the ports. */
  ports?: IngressPortStatus[];
}

/** Status of a port of a load balancer. */
export interface IngressPortStatus {
  /** Port number. */
  port: number;
  /** TCP, UDP or SCTP. */
  protocol: "SCTP" | "TCP" | "UDP";
  /** Machine-readable error of the port, in CamelCase or with a DNS prefix. */
  error?: string;
}

/** Routing rule for one host. */
export interface IngressRule {
  /** Host name, or a wildcard such as *.example.com for one more label. If empty, all hosts. */
  host?: string;
  /** Routing rules by path. If absent, requests go to the default backend. */
  http?: HTTPIngressRuleValue;
}

export interface IngressRuleValue {
  http?: HTTPIngressRuleValue;
}

/** Routing rules by path. */
export interface HTTPIngressRuleValue {
  /** Paths with their backends. */
  paths: HTTPIngressPath[];
}

/** Routes requests for a path to a backend. */
export interface HTTPIngressPath {
  /** Path to match. Must begin with '/' for the types Exact and Prefix. */
  path?: string;
  /** How the path is matched: Exact, Prefix by path elements, or ImplementationSpecific. */
  pathType: "Exact" | "ImplementationSpecific" | "Prefix";
  /** Destination of matching requests. */
  backend: IngressBackend;
}

/** Destination of requests. Either service or resource is set. */
export interface IngressBackend {
  /** Service that receives the requests. */
  service?: IngressServiceBackend;
  /** Other object that receives the requests. */
  resource?: corev1.TypedLocalObjectReference;
}

/** A service as the destination of requests. */
export interface IngressServiceBackend {
  /** Name of the service, in the namespace of the ingress. */
  name: string;
  /** Port of the service. */
  port?: ServiceBackendPort;
}

/** A port of a service. Either name or number is set. */
export interface ServiceBackendPort {
  /** Name of the port. */
  name?: string;
  /** Number of the port. */
  number?: number;
}

/** Class of ingresses: the controller that implements them, and optionally its parameters. */
export interface IngressClass {
  kind: "IngressClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: IngressClassSpec;
}

/** Desired state of an ingress class. */
export interface IngressClassSpec {
  /** Name of the controller, for example example.com/ingress-controller. Immutable. */
  controller?: string;
  /** Object with further settings of the controller. */
  parameters?: IngressClassParametersReference;
}

/** Reference to an object with settings of an ingress controller. */
export interface IngressClassParametersReference {
  /** Group of the kind. Empty for the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
  /** Scope of the object: Cluster or Namespace. Default Cluster. */
  scope?: string;
  /** Namespace of the object. Required for the scope Namespace, else not allowed. */
  namespace?: string;
}

export interface IngressClassList {
  kind: "IngressClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: IngressClass[];
}

/** An IP address that a service or another object has allocated. The name of the object is the address. */
export interface IPAddress {
  kind: "IPAddress";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: IPAddressSpec;
}

/** Desired state of an IP address. */
export interface IPAddressSpec {
  /** Object that has allocated the address. Immutable. */
  parentRef: ParentReference;
}

/** Reference to the object for which another one was created. */
export interface ParentReference {
  /** Group of the parent's resource. */
  group?: string;
  /** Resource of the parent. */
  resource: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name: string;
}

export interface IPAddressList {
  kind: "IPAddressList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: IPAddress[];
}

/** Address ranges from which cluster IPs of services are allocated. */
export interface ServiceCIDR {
  kind: "ServiceCIDR";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

/** Desired state of a service CIDR. */
export interface ServiceCIDRSpec {
  /** Address ranges in CIDR notation: one, or one for each IP family. Immutable. */
  cidrs?: string[];
}

/** Observed state of a service CIDR. */
export interface ServiceCIDRStatus {
  /** Conditions that describe the current state. */
  conditions?: metav1.Condition[];
}

export interface ServiceCIDRList {
  kind: "ServiceCIDRList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ServiceCIDR[];
}
