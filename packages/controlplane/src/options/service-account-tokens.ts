import type { IssuerDiscovery, TokenIssuer } from "@svc/authn";

/** Options of the tokens of service accounts that a server issues. */
export interface ServiceAccountTokens {
  readonly issuer: TokenIssuer;
  /**
   * The keys and metadata for verifying the tokens, computed on the first request. Undefined if
   * they are not published.
   */
  readonly discovery?: () => IssuerDiscovery | undefined;
}
