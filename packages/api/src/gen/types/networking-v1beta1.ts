// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

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

export interface IngressSpec {
  ingressClassName?: string;
  backend?: IngressBackend;
  tls?: IngressTLS[];
  rules?: IngressRule[];
}

export interface IngressTLS {
  hosts?: string[];
  secretName?: string;
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[];
}

export interface IngressLoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ports?: IngressPortStatus[];
}

export interface IngressPortStatus {
  port: number;
  protocol: "SCTP" | "TCP" | "UDP";
  error?: string;
}

export interface IngressRule {
  host?: string;
  http?: HTTPIngressRuleValue;
}

export interface IngressRuleValue {
  http?: HTTPIngressRuleValue;
}

export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[];
}

export interface HTTPIngressPath {
  path?: string;
  pathType?: string;
  backend: IngressBackend;
}

export interface IngressBackend {
  serviceName?: string;
  servicePort?: number | string;
  resource?: corev1.TypedLocalObjectReference;
}

export interface IngressClass {
  kind: "IngressClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: IngressClassSpec;
}

export interface IngressClassSpec {
  controller?: string;
  parameters?: IngressClassParametersReference;
}

export interface IngressClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  scope: string;
  namespace?: string;
}

export interface IngressClassList {
  kind: "IngressClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: IngressClass[];
}

export interface IPAddress {
  kind: "IPAddress";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: IPAddressSpec;
}

export interface IPAddressSpec {
  parentRef: ParentReference;
}

export interface ParentReference {
  group?: string;
  resource: string;
  namespace?: string;
  name: string;
}

export interface IPAddressList {
  kind: "IPAddressList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: IPAddress[];
}

export interface ServiceCIDR {
  kind: "ServiceCIDR";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

export interface ServiceCIDRSpec {
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  conditions?: metav1.Condition[];
}

export interface ServiceCIDRList {
  kind: "ServiceCIDRList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ServiceCIDR[];
}
