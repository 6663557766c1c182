import type { IssuerDiscovery, TokenIssuer } from "@svc/authn";

/** How a server issues tokens of service accounts. */
export interface ServiceAccountTokens {
  readonly issuer: TokenIssuer;
  /**
   * The keys and metadata for verifying the tokens, computed on the first request. Undefined if
   * they are not published.
   */
  readonly discovery?: () => IssuerDiscovery | undefined;
}
