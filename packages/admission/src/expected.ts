import { type Expected, withMethods } from "@svc/base/check";

/** Expects a `Codec` as an argument. */
export const aCodec: Expected<object> = withMethods("a Codec of @svc/codec", "parseJson", "jsonSteps");
/** Expects `FeatureGates` as an argument. */
export const someFeatureGates: Expected<object> = withMethods("FeatureGates of @svc/schema", "enabled");
/** Expects a `NamespaceSource` as an argument. */
export const aNamespaceSource: Expected<object> = withMethods("a NamespaceSource of @svc/admission", "get", "getFresh");
/** Expects an `Authorizer` as an argument. */
export const anAuthorizer: Expected<object> = withMethods("an Authorizer of @svc/authz", "authorize");
/** Expects an `ObjectList` as an argument. */
export const anObjectList: Expected<object> = withMethods("an ObjectList of @svc/admission", "version", "list");
