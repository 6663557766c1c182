// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

export interface EndpointSlice {
  kind: "EndpointSlice";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  addressType: "FQDN" | "IPv4" | "IPv6";
  endpoints: Endpoint[];
  ports?: EndpointPort[];
}

export interface Endpoint {
  addresses: string[];
  conditions?: EndpointConditions;
  hostname?: string;
  targetRef?: corev1.ObjectReference;
  deprecatedTopology?: Record<string, string>;
  nodeName?: string;
  zone?: string;
  hints?: EndpointHints;
}

export interface EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

export interface EndpointHints {
  forZones?: ForZone[];
  forNodes?: ForNode[];
}

export interface ForZone {
  name: string;
}

export interface ForNode {
  name: string;
}

export interface EndpointPort {
  name?: string;
  protocol?: "SCTP" | "TCP" | "UDP";
  port?: number;
  appProtocol?: string;
}

export interface EndpointSliceList {
  kind: "EndpointSliceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: EndpointSlice[];
}
