// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface APIServiceList {
  kind: "APIServiceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: APIService[];
}

export interface ServiceReference {
  namespace?: string;
  name?: string;
  port?: number;
}

export interface APIServiceSpec {
  service?: ServiceReference;
  group?: string;
  version?: string;
  insecureSkipTLSVerify?: boolean;
  caBundle?: string;
  groupPriorityMinimum: number;
  versionPriority: number;
}

export interface APIServiceCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface APIServiceStatus {
  conditions?: APIServiceCondition[];
}

export interface APIService {
  kind: "APIService";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: APIServiceSpec;
  status?: APIServiceStatus;
}
