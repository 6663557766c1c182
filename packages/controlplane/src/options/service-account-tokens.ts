import type { IssuerDiscovery, TokenIssuer } from "@svc/authn";

/** How a server hands out tokens of service accounts. */
export interface ServiceAccountTokens {
  readonly issuer: TokenIssuer;
  /**
   * What others need to check them: asked when the first of them asks. Undefined where it is not
   * published.
   */
  readonly discovery?: () => IssuerDiscovery | undefined;
}
