import { type Expected, withMethods } from "@svc/base/check";

/** Expects a `TokenVerifier` as an argument. */
export const aTokenVerifier: Expected<object> = withMethods("a TokenVerifier of @svc/authn", "verify");
/** Expects an `Authenticator` as an argument. */
export const anAuthenticator: Expected<object> = withMethods("an Authenticator of @svc/authn", "authenticate");
