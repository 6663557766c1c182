import type { User } from "../authorizer.ts";

const prefix = "system:node:";
const group = "system:nodes";

/**
 * The node name of a user: `system:node:<name>` in group `system:nodes`. Empty for a node without a
 * name; undefined for other users.
 */
export function nodeNameOf({ name, groups }: User): string | undefined {
  return name.startsWith(prefix) && groups.includes(group) ? name.slice(prefix.length) : undefined;
}
