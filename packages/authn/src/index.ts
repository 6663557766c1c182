export type { AuthenticationRequest, AuthenticationResult, Authenticator, User } from "./authenticator.ts";
