import type { RequestHeaders } from "../transport/transport.ts";

/** The user to impersonate. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The headers of impersonation. Keys of `extra` are percent-encoded, since they become header
 * names.
 */
export function impersonationHeaders({ user, uid, groups = [], extra = {} }: Impersonation): RequestHeaders {
  const extraHeaders = Object.entries(extra).map(
    ([key, values]) => [`impersonate-extra-${encodeURIComponent(key.toLowerCase())}`, values] as const,
  );
  return {
    "impersonate-user": user,
    ...(uid === undefined ? {} : { "impersonate-uid": uid }),
    ...(groups.length > 0 ? { "impersonate-group": groups } : {}),
    ...Object.fromEntries(extraHeaders),
  };
}
