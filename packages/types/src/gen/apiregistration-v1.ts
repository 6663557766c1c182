// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface APIServiceList {
  kind: "APIServiceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: APIService[];
}

/** Reference to a service that the server calls over HTTPS. */
export interface ServiceReference {
  /** Namespace of the service. */
  namespace?: string;
  /** Name of the service. */
  name?: string;
  /** Port of the service. Default 443. */
  port?: number;
}

/** Desired state of an API service. */
export interface APIServiceSpec {
  /** Service of the extension server. If absent, this server serves the version itself. */
  service?: ServiceReference;
  /** API group. */
  group?: string;
  /** API version. */
  version?: string;
  /** If true, the certificate isn't verified. Not recommended. */
  insecureSkipTLSVerify?: boolean;
  /** PEM bundle of CA certificates that verify the certificate of the extension server. */
  caBundle?: string;
  /** Minimum priority of the group. Clients prefer groups with a higher priority. 1 to 20000. */
  groupPriorityMinimum: number;
  /** Priority of the version within the group. Higher versions come first. 1 to 1000. */
  versionPriority: number;
}

/** One aspect of the current state of an API service. */
export interface APIServiceCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Observed state of an API service. */
export interface APIServiceStatus {
  /** Conditions that describe the current state. */
  conditions?: APIServiceCondition[];
}

/** Registers the server of one version of an API group: this server, or an extension server behind a service. */
export interface APIService {
  kind: "APIService";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: APIServiceSpec;
  status?: APIServiceStatus;
}
