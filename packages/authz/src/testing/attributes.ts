import type { Attributes, User } from "../authorizer.ts";

/** A user of tests. */
export function userOf(name: string, ...groups: readonly string[]): User {
  return { name, uid: "", groups, extra: {} };
}

/** `get pods/p1` in `default` by `alice`, with changes. */
export function attributesWith(changes: Partial<Attributes> = {}): Attributes {
  return {
    user: userOf("alice", "developers"),
    verb: "get",
    isResource: true,
    group: "",
    version: "v1",
    resource: "pods",
    subresource: "",
    name: "p1",
    namespace: "default",
    path: "",
    ...changes,
  };
}

export function pathAttributes(path: string, changes: Partial<Attributes> = {}): Attributes {
  return attributesWith({
    isResource: false,
    group: "",
    version: "",
    resource: "",
    name: "",
    namespace: "",
    path,
    ...changes,
  });
}
