import { trimEndOf } from "@svc/base";
import type { Attributes } from "../authorizer.ts";

/** One line of a policy file. `*` matches any resource, namespace or API group. */
export interface AbacPolicy {
  /** Empty for a policy by group only. */
  readonly user: string;
  /** Empty for a policy by user only. */
  readonly group: string;
  /** Allows only `get`, `list` and `watch`. */
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  /** A path, or a prefix that ends with `*`. */
  readonly nonResourcePath: string;
}

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** True if a policy allows a request. */
export function policyAllows(policy: AbacPolicy, attributes: Attributes): boolean {
  return (
    namesUser(policy, attributes.user) &&
    (!policy.readonly || readVerbs.has(attributes.verb)) &&
    (attributes.isResource ? namesResource(policy, attributes) : namesPath(policy.nonResourcePath, attributes.path))
  );
}

/**
 * A policy with a user and a group matches members of the group with that name; one with neither
 * matches no user.
 */
export function namesUser({ user, group }: AbacPolicy, { name, groups }: Attributes["user"]): boolean {
  if (user === "" && group === "") return false;
  return (user === "" || user === name) && (group === "" || groups.includes(group));
}

function namesResource({ namespace, resource, apiGroup }: AbacPolicy, attributes: Attributes): boolean {
  return (
    same(namespace, attributes.namespace) && same(resource, attributes.resource) && same(apiGroup, attributes.group)
  );
}

function same(pattern: string, value: string): boolean {
  return pattern === "*" || pattern === value;
}

function namesPath(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(trimEndOf(pattern, "*"));
}
