// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface CertificateSigningRequest {
  kind: "CertificateSigningRequest";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

export interface CertificateSigningRequestSpec {
  request: string;
  signerName?: string;
  expirationSeconds?: number;
  usages?: string[];
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

export interface CertificateSigningRequestStatus {
  conditions?: CertificateSigningRequestCondition[];
  certificate?: string;
}

export interface CertificateSigningRequestCondition {
  type: string;
  status?: string;
  reason?: string;
  message?: string;
  lastUpdateTime?: string | null;
  lastTransitionTime?: string | null;
}

export interface CertificateSigningRequestList {
  kind: "CertificateSigningRequestList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CertificateSigningRequest[];
}

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
