import type { RequestState } from "../request/request-state.ts";

/**
 * The owner of the memory that a request takes: the authenticated user, and for users that many
 * clients share, the client's address.
 */
export function requestOwner({ user, realUser, request }: RequestState): string {
  const { name, groups } = realUser ?? user;
  return name === "" || groups.includes("system:unauthenticated") ? `address ${request.remoteAddress}` : `user ${name}`;
}

/** True for users that the server serves whatever the others take, so that they can help it. */
export function isPrivileged({ user, realUser }: RequestState): boolean {
  return (realUser ?? user).groups.includes("system:masters");
}
