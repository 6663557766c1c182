export { type AnonymousOptions, withAnonymous } from "./anonymous.ts";
export {
  type AuthenticationRequest,
  type AuthenticationResult,
  type Authenticator,
  completeUser,
  type User,
  type UserInfo,
} from "./authenticator.ts";
export { type BootstrapTokenOptions, bootstrapTokenVerifier } from "./bootstrap/bootstrap-token.ts";
export { fromRequest, type NodeRequest } from "./from-request.ts";
export { withAuthenticatedGroup } from "./groups.ts";
export { headerText } from "./header-text.ts";
export { type CompiledJwt, type CompileOptions, type CompileResult, compileAuthentication } from "./oidc/compile.ts";
export { type AuthenticationConfig, type IssuerConfig, type JwtConfig, signingAlgorithms } from "./oidc/config.ts";
export type { HttpDocument, HttpsGet } from "./oidc/https-get.ts";
export { type JwtVerifierOptions, jwtVerifier } from "./oidc/jwt-verifier.ts";
export { type RequestHeaderOptions, requestHeaderAuthenticator } from "./request-header/request-header.ts";
export { type IssuerDiscovery, type IssuerDiscoveryOptions, issuerDiscovery } from "./service-account/discovery.ts";
export {
  createTokenIssuer,
  type IssuedToken,
  type TokenIssueRequest,
  type TokenIssuer,
  type TokenIssuerOptions,
} from "./service-account/issuer.ts";
export {
  type KeyAlgorithm,
  type KeysResult,
  parseSigningKey,
  parseVerificationKeys,
  type SigningKey,
  type VerificationKey,
} from "./service-account/keys.ts";
export { createLegacyTokenIssuer, type LegacyTokenRequest } from "./service-account/legacy-issuer.ts";
export type { BoundObjects, ClusterObjects } from "./service-account/objects.ts";
export {
  type ServiceAccountTokenKind,
  type ServiceAccountVerifierOptions,
  serviceAccountVerifier,
} from "./service-account/verifier.ts";
export { singleUser } from "./single-user.ts";
export { type BearerOptions, bearerAuthenticator } from "./token/bearer.ts";
export { forAudiences } from "./token/for-audiences.ts";
export { staticTokens } from "./token/static-tokens.ts";
export { parseTokenFile, type TokenFileResult } from "./token/token-file.ts";
export { type TokenVerifier, unionVerifier, type VerifyOptions } from "./token/token-verifier.ts";
export { unionAuthenticator } from "./union.ts";
export { type SendTokenReview, type WebhookVerifierOptions, webhookVerifier } from "./webhook/webhook-verifier.ts";
export type { ChainCheckOptions } from "./x509/chain-check.ts";
export { type ClientCertificateOptions, clientCertificateAuthenticator } from "./x509/client-certificate.ts";
