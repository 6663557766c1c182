import type { Attributes, User } from "./authorizer.ts";

/** The requested access; all fields but the user and the verb have defaults. */
export interface AccessOptions extends Partial<Omit<Attributes, "user" | "isResource">> {
  readonly user: Pick<User, "name"> & Partial<User>;
  readonly verb: string;
}

/**
 * Returns the attributes of a request with the defaults filled in: for a resource if `resource` is
 * given, otherwise for `path`. The version of a resource is `v1` by default; the rest is empty.
 */
export function accessAttributes({ user, ...given }: AccessOptions): Attributes {
  return {
    isResource: given.resource !== undefined,
    ...{ group: "", version: "v1", resource: "", subresource: "", name: "", namespace: "", path: "" },
    ...given,
    user: { uid: "", groups: [], extra: {}, ...user },
  };
}
