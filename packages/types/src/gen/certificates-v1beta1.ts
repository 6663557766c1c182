// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** A wish for a certificate: somebody approves or denies it, and a signer issues it. */
export interface CertificateSigningRequest {
  kind: "CertificateSigningRequest";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

/** A certificate that is wanted, and who wants it. */
export interface CertificateSigningRequestSpec {
  /** The request, as PEM. */
  request: string;
  /** Who is to sign it. */
  signerName?: string;
  /** How long it should be good, in seconds. */
  expirationSeconds?: number;
  /** What it is for: client auth, server auth and others. */
  usages?: string[];
  /** Who asks. Set by the server. */
  username?: string;
  /** Which one he is. */
  uid?: string;
  /** His groups. */
  groups?: string[];
  /** What else is known of him. */
  extra?: Record<string, string[]>;
}

/** What became of a request. */
export interface CertificateSigningRequestStatus {
  /** Approved, Denied, Failed. */
  conditions?: CertificateSigningRequestCondition[];
  /** The certificate, as PEM. */
  certificate?: string;
}

/** One thing that a request has come to, or not. */
export interface CertificateSigningRequestCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status?: string;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
  /** When it was last written. */
  lastUpdateTime?: string | null;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
}

export interface CertificateSigningRequestList {
  kind: "CertificateSigningRequestList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CertificateSigningRequest[];
}

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
