/** How clients come in: `AuthenticationConfiguration`, with all that may be left out filled in. */
export interface AuthenticationConfig {
  readonly jwt: readonly JwtConfig[];
  /** Undefined where flags say. */
  readonly anonymous?: { readonly enabled: boolean; readonly paths?: readonly string[] };
}

/** An issuer whose tokens are believed, and what they say of their bearers. */
export interface JwtConfig {
  readonly issuer: IssuerConfig;
  readonly claimValidationRules: readonly ClaimRule[];
  readonly claimMappings: ClaimMappings;
  readonly userValidationRules: readonly UserRule[];
  /** @default every asymmetric one that there is */
  readonly algorithms?: readonly string[];
}

export interface IssuerConfig {
  readonly url: string;
  /** Where the issuer describes itself. @default its well-known path */
  readonly discoveryURL: string;
  /** PEM. @default the authorities of the platform */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
}

export interface ClaimRule {
  readonly claim: string;
  readonly requiredValue: string;
  readonly expression: string;
  readonly message: string;
}

export interface UserRule {
  readonly expression: string;
  readonly message: string;
}

export interface PrefixedClaim {
  readonly claim: string;
  /** Undefined differs from none. */
  readonly prefix?: string;
  readonly expression: string;
}

export interface ClaimMappings {
  readonly username: PrefixedClaim;
  readonly groups: PrefixedClaim;
  readonly uid: { readonly claim: string; readonly expression: string };
  readonly extra: readonly { readonly key: string; readonly valueExpression: string }[];
}

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

export const maxIssuers: number = 64;
