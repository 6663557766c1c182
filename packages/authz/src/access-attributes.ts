import { anObject, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import type { Attributes, User } from "./authorizer.ts";

/** The requested access; all fields but the user and the verb have defaults. */
export interface AccessOptions extends Partial<Omit<Attributes, "user" | "isResource">> {
  readonly user: Pick<User, "name"> & Partial<User>;
  readonly verb: string;
}

const accessOptions = optionsOf<AccessOptions>({
  user: anObject,
  verb: aString,
  name: optional(aString),
  version: optional(aString),
  group: optional(aString),
  resource: optional(aString),
  subresource: optional(aString),
  namespace: optional(aString),
  path: optional(aString),
  labelSelector: optional(listOf(anObject)),
  fieldSelector: optional(listOf(anObject)),
});

/**
 * Returns the attributes of a request with the defaults filled in: for a resource if `resource` is
 * given, otherwise for `path`. The version of a resource is `v1` by default; the rest is empty.
 * @throws {TypeError} for a wrong argument
 */
export function accessAttributes(options: AccessOptions): Attributes {
  checkArgument("accessAttributes: options", options, accessOptions);
  const { user, ...attributes } = options;
  return {
    isResource: attributes.resource !== undefined,
    ...{ group: "", version: "v1", resource: "", subresource: "", name: "", namespace: "", path: "" },
    ...attributes,
    user: { uid: "", groups: [], extra: {}, ...user },
  };
}
