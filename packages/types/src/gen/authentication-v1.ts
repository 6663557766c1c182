// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Authenticates a token and returns the identity of its user. */
export interface TokenReview {
  kind: "TokenReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: TokenReviewSpec;
  status?: TokenReviewStatus;
}

/** Token to authenticate. */
export interface TokenReviewSpec {
  /** Token to authenticate. */
  token?: string;
  /** Audiences for which the token must be valid: any of them. Default that of the server. */
  audiences?: string[];
}

/** Result of authenticating a token. */
export interface TokenReviewStatus {
  /** True if the token belongs to a known user. */
  authenticated?: boolean;
  /** User to which the token belongs. */
  user?: UserInfo;
  /** Requested audiences for which the token is valid. */
  audiences?: string[];
  /** Error for which the token could not be checked. */
  error?: string;
}

/** Identity of a user. */
export interface UserInfo {
  /** Name of the user. */
  username?: string;
  /** UID of the user. */
  uid?: string;
  /** Groups of the user. */
  groups?: string[];
  /** Further attributes of the user, from the authenticator. */
  extra?: Record<string, string[]>;
}

/** Requests a token of a service account, with an audience, expiry and bound object. */
export interface TokenRequest {
  kind: "TokenRequest";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: TokenRequestSpec;
  status?: TokenRequestStatus;
}

/** Properties of the requested token. */
export interface TokenRequestSpec {
  /** Audiences of the token. Recipients must reject tokens for other audiences. */
  audiences: string[];
  /** Requested lifetime in seconds. The issuer can choose another one. Default 3600. */
  expirationSeconds?: number;
  /** Object to which the token is bound. Deleting the object invalidates the token. */
  boundObjectRef?: BoundObjectReference;
}

/** Issued token. */
export interface TokenRequestStatus {
  /** Bearer token. */
  token: string;
  /** Time at which the token expires. */
  expirationTimestamp: string | null;
}

/** Reference to the object to which a token is bound. */
export interface BoundObjectReference {
  /** Kind of the object: Pod, Secret or Node. */
  kind?: string;
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the object. */
  name?: string;
  /** UID of the object. */
  uid?: string;
}

/** Returns the identity of the client, as the server has authenticated it. */
export interface SelfSubjectReview {
  kind: "SelfSubjectReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  status?: SelfSubjectReviewStatus;
}

/** Identity of the client. */
export interface SelfSubjectReviewStatus {
  /** User attributes of the client. */
  userInfo?: UserInfo;
}
