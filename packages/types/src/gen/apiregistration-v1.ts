// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface APIServiceList {
  kind: "APIServiceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: APIService[];
}

/** A service that is asked over HTTPS. */
export interface ServiceReference {
  /** Where it is. */
  namespace?: string;
  /** What it is called. */
  name?: string;
  /** At which of its ports. Default 443. */
  port?: number;
}

/** Who serves a version of a group. */
export interface APIServiceSpec {
  /** The service; none is this server itself. */
  service?: ServiceReference;
  /** The group. */
  group?: string;
  /** The version. */
  version?: string;
  /** Whether its certificate is not checked. */
  insecureSkipTLSVerify?: boolean;
  /** Who signs its certificate, as PEM. */
  caBundle?: string;
  /** How far in front the group stands. */
  groupPriorityMinimum: number;
  /** How far in front the version stands within it. */
  versionPriority: number;
}

/** One thing that a service of the API has come to, or not. */
export interface APIServiceCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** Whether it can be reached. */
export interface APIServiceStatus {
  /** What it has come to. */
  conditions?: APIServiceCondition[];
}

/** Which server answers for one version of one group of the API: this one, or another behind a service. */
export interface APIService {
  kind: "APIService";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: APIServiceSpec;
  status?: APIServiceStatus;
}
