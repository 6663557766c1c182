import { type Expected, withMethods } from "@svc/base/check";

/** Expects a `NamespaceSource` as an argument. */
export const aNamespaceSource: Expected<object> = withMethods("a NamespaceSource of @svc/admission", "get", "getFresh");
/** Expects an `Authorizer` as an argument. */
export const anAuthorizer: Expected<object> = withMethods("an Authorizer of @svc/authz", "authorize");
