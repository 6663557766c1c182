// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Publishes X.509 root certificates to the whole cluster. Pods can mount them. A bundle belongs to one signer or to none. */
export interface ClusterTrustBundle {
  kind: "ClusterTrustBundle";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

/** Desired state of a cluster trust bundle. */
export interface ClusterTrustBundleSpec {
  /** Signer to which the bundle belongs. If empty, the bundle isn't specific to a signer. */
  signerName?: string;
  /** X.509 root certificates in PEM format. */
  trustBundle: string;
}

export interface ClusterTrustBundleList {
  kind: "ClusterTrustBundleList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ClusterTrustBundle[];
}
