export { type AnonymousOptions, withAnonymous } from "./anonymous.ts";
export type { AuthenticationRequest, AuthenticationResult, Authenticator, User } from "./authenticator.ts";
export { withAuthenticatedGroup } from "./groups.ts";
export { type BearerOptions, bearerAuthenticator } from "./token/bearer.ts";
export { parseTokenFile, type TokenFileResult } from "./token/token-file.ts";
export { type TokenQuestion, type TokenVerifier, unionVerifier } from "./token/token-verifier.ts";
export { unionAuthenticator } from "./union.ts";
