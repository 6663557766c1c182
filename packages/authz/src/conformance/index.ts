export type { AuthorizerCase, AuthorizerUnderTest, Law } from "./authorizer-case.ts";
export { authorizerCases } from "./cases.ts";
export { type AuthorizerSuiteOptions, authorizerConformance, runAuthorizerCase } from "./suite.ts";
