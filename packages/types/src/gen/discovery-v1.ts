// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** A subset of the network endpoints of a service. One service can have many slices. */
export interface EndpointSlice {
  kind: "EndpointSlice";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Type of all addresses in the slice: IPv4, IPv6 or FQDN. Immutable. */
  addressType: "FQDN" | "IPv4" | "IPv6";
  /** Endpoints of the slice. At most 1000. */
  endpoints: Endpoint[];
  /** Ports that every endpoint of the slice exposes. If empty, the slice has no defined ports. At most 100. */
  ports?: EndpointPort[];
}

/** A backend of a service. */
export interface Endpoint {
  /** Addresses of the endpoint. They are interchangeable: clients use the first one. */
  addresses: string[];
  /** State of the endpoint. */
  conditions?: EndpointConditions;
  /** Host name, which DNS can serve. */
  hostname?: string;
  /** Object that provides the endpoint, usually a pod. */
  targetRef?: corev1.ObjectReference;
  /** Topology data of the v1beta1 API. */
  deprecatedTopology?: Record<string, string>;
  /** Node of the endpoint. */
  nodeName?: string;
  /** Zone of the endpoint. */
  zone?: string;
  /** Hints about the clients that should use the endpoint. */
  hints?: EndpointHints;
}

/** State of an endpoint. */
export interface EndpointConditions {
  /** True if the endpoint should receive traffic. Absent means true. Terminating endpoints are never ready. */
  ready?: boolean;
  /** True if the endpoint can respond, even while it terminates. */
  serving?: boolean;
  /** True if the endpoint is shutting down. */
  terminating?: boolean;
}

/** Hints about the clients that should use an endpoint. */
export interface EndpointHints {
  /** Zones whose clients should use the endpoint. At most 8. */
  forZones?: ForZone[];
  /** Nodes whose clients should use the endpoint. At most 8. */
  forNodes?: ForNode[];
}

/** A zone whose clients should use an endpoint. */
export interface ForZone {
  /** Name of the zone. */
  name: string;
}

/** A node whose clients should use an endpoint. */
export interface ForNode {
  /** Name of the node. */
  name: string;
}

/** A port of endpoints. */
export interface EndpointPort {
  /** Name of the port, as in the service. */
  name?: string;
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** Port number. If absent in an endpoint slice, all ports. */
  port?: number;
  /** Application protocol, as an IANA service name or a prefixed name such as example.com/protocol. */
  appProtocol?: string;
}

export interface EndpointSliceList {
  kind: "EndpointSliceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: EndpointSlice[];
}
