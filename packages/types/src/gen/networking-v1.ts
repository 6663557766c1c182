// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Who may speak with the pods that it selects. Pods that no policy selects may speak with all. */
export interface NetworkPolicy {
  kind: "NetworkPolicy";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: NetworkPolicySpec;
}

/** Who may speak with pods. */
export interface NetworkPolicySpec {
  /** The pods, by their labels; without any, all of the namespace. */
  podSelector: metav1.LabelSelector;
  /** Who may speak to them; nobody else may. */
  ingress?: NetworkPolicyIngressRule[];
  /** To whom they may speak; to nobody else. */
  egress?: NetworkPolicyEgressRule[];
  /** What it is about: Ingress, Egress. */
  policyTypes?: ("Egress" | "Ingress")[];
}

/** Who may speak to them, and at which ports. */
export interface NetworkPolicyIngressRule {
  /** At which ports. Default all. */
  ports?: NetworkPolicyPort[];
  /** Who. Default everybody. */
  from?: NetworkPolicyPeer[];
}

/** To whom they may speak, and at which ports. */
export interface NetworkPolicyEgressRule {
  /** At which ports. Default all. */
  ports?: NetworkPolicyPort[];
  /** To whom. Default everybody. */
  to?: NetworkPolicyPeer[];
}

/** Ports. */
export interface NetworkPolicyPort {
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** By number or name. */
  port?: number | string;
  /** The last one of a range. */
  endPort?: number;
}

/** Addresses. */
export interface IPBlock {
  /** A range. */
  cidr: string;
  /** What of it does not count. */
  except?: string[];
}

/** Somebody on the other side: addresses, or pods. */
export interface NetworkPolicyPeer {
  /** Pods, by their labels. */
  podSelector?: metav1.LabelSelector;
  /** Where the pods are, by labels of namespaces. Default the same namespace. */
  namespaceSelector?: metav1.LabelSelector;
  /** Addresses. */
  ipBlock?: IPBlock;
}

export interface NetworkPolicyList {
  kind: "NetworkPolicyList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: NetworkPolicy[];
}

/** Leads requests from outside to services, by host and path. */
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

/** Which requests go to which services. */
export interface IngressSpec {
  /** Who does it. */
  ingressClassName?: string;
  /** Where all others go. */
  defaultBackend?: IngressBackend;
  /** Hosts that are served over TLS, and their certificates. */
  tls?: IngressTLS[];
  /** By host and path. */
  rules?: IngressRule[];
}

/** Hosts that share a certificate. */
export interface IngressTLS {
  /** The hosts. */
  hosts?: string[];
  /** The secret that has it. */
  secretName?: string;
}

/** Where an ingress is reached. */
export interface IngressStatus {
  /** By a balancer. */
  loadBalancer?: IngressLoadBalancerStatus;
}

/** Where a balancer is. */
export interface IngressLoadBalancerStatus {
  /** Its addresses. */
  ingress?: IngressLoadBalancerIngress[];
}

/** An address of a balancer. */
export interface IngressLoadBalancerIngress {
  /** As a number. */
  ip?: string;
  /** As a name. */
  hostname?: string;
  /** How its ports are. */
  ports?: IngressPortStatus[];
}

/** How a port of a balancer is. */
export interface IngressPortStatus {
  /** Its number. */
  port: number;
  /** TCP, UDP or SCTP. */
  protocol: "SCTP" | "TCP" | "UDP";
  /** What is wrong with it. */
  error?: string;
}

/** Where requests for a host go. */
export interface IngressRule {
  /** The host; *. at the start stands for any name. */
  host?: string;
  /** By path. */
  http?: HTTPIngressRuleValue;
}

export interface IngressRuleValue {
  http?: HTTPIngressRuleValue;
}

/** Where requests go, by path. */
export interface HTTPIngressRuleValue {
  /** The paths. */
  paths: HTTPIngressPath[];
}

/** A path, and where its requests go. */
export interface HTTPIngressPath {
  /** The path, from / on. */
  path?: string;
  /** Exact, Prefix or ImplementationSpecific. */
  pathType: "Exact" | "ImplementationSpecific" | "Prefix";
  /** Where they go. */
  backend: IngressBackend;
}

/** Where requests go: one of these. */
export interface IngressBackend {
  /** To a service. */
  service?: IngressServiceBackend;
  /** To another object. */
  resource?: corev1.TypedLocalObjectReference;
}

/** A service. */
export interface IngressServiceBackend {
  /** What it is called. */
  name: string;
  /** At which of its ports. */
  port?: ServiceBackendPort;
}

/** A port of a service. */
export interface ServiceBackendPort {
  /** By name, */
  name?: string;
  /** or by number. */
  number?: number;
}

/** Which controller makes ingresses of this class true, and with which settings. */
export interface IngressClass {
  kind: "IngressClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: IngressClassSpec;
}

/** Who serves a class of ingresses. */
export interface IngressClassSpec {
  /** Which program. */
  controller?: string;
  /** Its settings. */
  parameters?: IngressClassParametersReference;
}

/** An object with settings. */
export interface IngressClassParametersReference {
  /** The group of its kind. */
  apiGroup?: string;
  /** Of which kind it is. */
  kind: string;
  /** What it is called. */
  name: string;
  /** Cluster or Namespace. */
  scope?: string;
  /** Where it is. */
  namespace?: string;
}

export interface IngressClassList {
  kind: "IngressClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: IngressClass[];
}

/** An address that is taken, and by what. Its name is the address. */
export interface IPAddress {
  kind: "IPAddress";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: IPAddressSpec;
}

/** What an address is for. */
export interface IPAddressSpec {
  /** The object that has it. */
  parentRef: ParentReference;
}

/** An object that something was made for. */
export interface ParentReference {
  /** The group of its resource. */
  group?: string;
  /** Its resource. */
  resource: string;
  /** Where it is. */
  namespace?: string;
  /** What it is called. */
  name: string;
}

export interface IPAddressList {
  kind: "IPAddressList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: IPAddress[];
}

/** A range of addresses that services get theirs from. */
export interface ServiceCIDR {
  kind: "ServiceCIDR";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

/** Addresses of services. */
export interface ServiceCIDRSpec {
  /** Ranges, one a family. */
  cidrs?: string[];
}

/** How a range is. */
export interface ServiceCIDRStatus {
  /** What it has come to. */
  conditions?: metav1.Condition[];
}

export interface ServiceCIDRList {
  kind: "ServiceCIDRList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ServiceCIDR[];
}
