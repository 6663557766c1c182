// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface ClusterTrustBundle {
  kind: "ClusterTrustBundle";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}

export interface ClusterTrustBundleList {
  kind: "ClusterTrustBundleList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ClusterTrustBundle[];
}
