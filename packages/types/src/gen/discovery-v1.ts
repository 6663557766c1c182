// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Some of the addresses behind a service, with their ports. A service has as many slices as it needs. */
export interface EndpointSlice {
  kind: "EndpointSlice";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** What the addresses are: IPv4, IPv6 or names. It cannot be changed later. */
  addressType: "FQDN" | "IPv4" | "IPv6";
  /** The addresses, each with what is known of it. At most 1,000. */
  endpoints: Endpoint[];
  /** The ports that all these addresses answer at. None means all ports. */
  ports?: EndpointPort[];
}

/** One of those behind a service. */
export interface Endpoint {
  /** Its addresses; all are the same one. */
  addresses: string[];
  /** How it is. */
  conditions?: EndpointConditions;
  /** Its name. */
  hostname?: string;
  /** What it is. */
  targetRef?: corev1.ObjectReference;
  /** Facts that have fields of their own now. */
  deprecatedTopology?: Record<string, string>;
  /** On which node. */
  nodeName?: string;
  /** In which zone. */
  zone?: string;
  /** Who had better use it. */
  hints?: EndpointHints;
}

/** How one of those behind a service is. */
export interface EndpointConditions {
  /** Whether it can take requests, and is not ending. */
  ready?: boolean;
  /** Whether it can take requests. */
  serving?: boolean;
  /** Whether it is ending. */
  terminating?: boolean;
}

/** Who had better use it. */
export interface EndpointHints {
  /** Clients in these zones. */
  forZones?: ForZone[];
  /** On these nodes. */
  forNodes?: ForNode[];
}

/** A zone. */
export interface ForZone {
  /** What it is called. */
  name: string;
}

/** A node. */
export interface ForNode {
  /** What it is called. */
  name: string;
}

/** A port of what is behind a service. */
export interface EndpointPort {
  /** What the service calls it. */
  name?: string;
  /** TCP, UDP or SCTP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** Its number. */
  port?: number;
  /** What is spoken. */
  appProtocol?: string;
}

export interface EndpointSliceList {
  kind: "EndpointSliceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: EndpointSlice[];
}
