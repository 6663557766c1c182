import type { RequestHeaders } from "../transport/transport.ts";

/** Whom to act as, if one may. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The headers that ask to act as somebody else. Keys of `extra` are percent-encoded: they are names
 * of headers here.
 */
export function impersonationHeaders({ user, uid, groups = [], extra = {} }: Impersonation): RequestHeaders {
  const headers: Record<string, string | readonly string[]> = { "impersonate-user": user };
  if (uid !== undefined) headers["impersonate-uid"] = uid;
  if (groups.length > 0) headers["impersonate-group"] = groups;
  for (const [key, values] of Object.entries(extra))
    headers[`impersonate-extra-${encodeURIComponent(key.toLowerCase())}`] = values;
  return headers;
}
