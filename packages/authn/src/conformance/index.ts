export type { AuthenticatorCase, AuthenticatorUnderTest, Law } from "./authenticator-case.ts";
export { authenticatorCases } from "./cases.ts";
export { type AuthenticatorSuiteOptions, authenticatorConformance, runAuthenticatorCase } from "./suite.ts";
