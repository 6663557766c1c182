// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Asks whose a token is. */
export interface TokenReview {
  kind: "TokenReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: TokenReviewSpec;
  status?: TokenReviewStatus;
}

/** What is asked of a token. */
export interface TokenReviewSpec {
  /** The token. */
  token?: string;
  /** For whom it has to be. Default the server itself. */
  audiences?: string[];
}

/** What there is to say of a token. */
export interface TokenReviewStatus {
  /** Whether it is good. */
  authenticated?: boolean;
  /** Who sent it. */
  user?: UserInfo;
  /** For whom of those asked it is. */
  audiences?: string[];
  /** Why it is not good. */
  error?: string;
}

/** Who somebody is. */
export interface UserInfo {
  /** What he is called. */
  username?: string;
  /** Which one he is. */
  uid?: string;
  /** His groups. */
  groups?: string[];
  /** What else is known. */
  extra?: Record<string, string[]>;
}

/** Asks for a token of a service account: for whom, for how long, and bound to what. */
export interface TokenRequest {
  kind: "TokenRequest";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: TokenRequestSpec;
  status?: TokenRequestStatus;
}

/** What kind of token is wanted. */
export interface TokenRequestSpec {
  /** For whom. */
  audiences: string[];
  /** How long it is good, in seconds. Default an hour. */
  expirationSeconds?: number;
  /** An object with which it ends. */
  boundObjectRef?: BoundObjectReference;
}

/** A token. */
export interface TokenRequestStatus {
  /** The token. */
  token: string;
  /** When it ends. */
  expirationTimestamp: string | null;
}

/** An object with which a token ends. */
export interface BoundObjectReference {
  /** Of which kind it is. */
  kind?: string;
  /** In which version of the API. */
  apiVersion?: string;
  /** What it is called. */
  name?: string;
  /** Which object it is. */
  uid?: string;
}

/** Asks who one is, as the server sees it. */
export interface SelfSubjectReview {
  kind: "SelfSubjectReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  status?: SelfSubjectReviewStatus;
}

/** Who asks. */
export interface SelfSubjectReviewStatus {
  /** As the server knows him. */
  userInfo?: UserInfo;
}
