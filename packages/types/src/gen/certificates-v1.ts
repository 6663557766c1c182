// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Requests a certificate. An approver approves or denies the request, then a signer issues the certificate. */
export interface CertificateSigningRequest {
  kind: "CertificateSigningRequest";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

/** Requested certificate, and the identity of the client that requested it. Immutable. */
export interface CertificateSigningRequestSpec {
  /** PKCS#10 certificate signing request in PEM format, encoded in base64. */
  request: string;
  /** Signer that is to issue the certificate. */
  signerName: string;
  /** Requested lifetime in seconds, at least 600. The signer can choose another one. */
  expirationSeconds?: number;
  /** Key usages of the certificate, for example client auth or server auth. */
  usages?: ("any" | "cert sign" | "client auth" | "code signing" | "content commitment" | "crl sign" | "data encipherment" | "decipher only" | "digital signature" | "email protection" | "encipher only" | "ipsec end system" | "ipsec tunnel" | "ipsec user" | "key agreement" | "key encipherment" | "microsoft sgc" | "netscape sgc" | "ocsp signing" | "s/mime" | "server auth" | "signing" | "timestamping")[];
  /** User that created the request. Set by the server. */
  username?: string;
  /** UID of that user. Set by the server. */
  uid?: string;
  /** Groups of that user. Set by the server. */
  groups?: string[];
  /** Further attributes of that user. Set by the server. */
  extra?: Record<string, string[]>;
}

/** Observed state of a certificate signing request. */
export interface CertificateSigningRequestStatus {
  /** Conditions of the request: Approved, Denied, Failed. */
  conditions?: CertificateSigningRequestCondition[];
  /** Issued certificate chain in PEM format, encoded in base64. */
  certificate?: string;
}

/** One aspect of the current state of a certificate signing request. */
export interface CertificateSigningRequestCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
  /** Time at which the condition was last updated. */
  lastUpdateTime?: string | null;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
}

export interface CertificateSigningRequestList {
  kind: "CertificateSigningRequestList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CertificateSigningRequest[];
}
