// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Certificate authorities to be trusted by whoever reads them, for one signer or for anybody. */
export interface ClusterTrustBundle {
  kind: "ClusterTrustBundle";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

/** Certificates of authorities. */
export interface ClusterTrustBundleSpec {
  /** Whose they are. */
  signerName?: string;
  /** As PEM. */
  trustBundle: string;
}

export interface ClusterTrustBundleList {
  kind: "ClusterTrustBundleList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ClusterTrustBundle[];
}
