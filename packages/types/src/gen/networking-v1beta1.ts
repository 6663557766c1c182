// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

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
  backend?: IngressBackend;
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
  pathType?: string;
  /** Where they go. */
  backend: IngressBackend;
}

/** Where requests go: one of these. */
export interface IngressBackend {
  serviceName?: string;
  servicePort?: number | string;
  /** To another object. */
  resource?: corev1.TypedLocalObjectReference;
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
  scope: string;
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
