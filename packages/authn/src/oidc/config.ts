/** An `AuthenticationConfiguration` with defaults. */
export interface AuthenticationConfig {
  readonly jwt: readonly JwtConfig[];
  /** Undefined if flags decide. */
  readonly anonymous?: { readonly enabled: boolean; readonly paths?: readonly string[] };
}

/** A trusted issuer and the mapping of its claims. */
export interface JwtConfig {
  readonly issuer: IssuerConfig;
  readonly claimValidationRules: readonly ClaimRule[];
  readonly claimMappings: ClaimMappings;
  readonly userValidationRules: readonly UserRule[];
  /** @default all asymmetric algorithms */
  readonly algorithms?: readonly string[];
}

/** Configuration of an issuer. */
export interface IssuerConfig {
  readonly url: string;
  /**
   * URL of the discovery document.
   * @default the issuer's well-known path
   */
  readonly discoveryURL: string;
  /**
   * PEM.
   * @default the authorities of the platform
   */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
}

/** A validation rule for claims. */
export interface ClaimRule {
  readonly claim: string;
  readonly requiredValue: string;
  readonly expression: string;
  readonly message: string;
}

/** A validation rule for users. */
export interface UserRule {
  readonly expression: string;
  readonly message: string;
}

/** A claim with a prefix, or an expression. */
export interface PrefixedClaim {
  readonly claim: string;
  /** Undefined differs from the empty prefix. */
  readonly prefix?: string;
  readonly expression: string;
}

/** Mapping of claims to user fields. */
export interface ClaimMappings {
  readonly username: PrefixedClaim;
  readonly groups: PrefixedClaim;
  readonly uid: { readonly claim: string; readonly expression: string };
  readonly extra: readonly { readonly key: string; readonly valueExpression: string }[];
}

/** Supported signing algorithms. */
export const signingAlgorithms: readonly string[] = [
  "RS256",
  "RS384",
  "RS512",
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
];

/** Most issuers in a configuration. */
export const maxIssuers: number = 64;
