import { aString, checkArgument, listOf, optional, optionsOf, recordOf } from "@svc/base/check";
import type { RequestHeaders } from "../transport/transport.ts";

/** The user to impersonate. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const expectedImpersonation = optionsOf<Impersonation>({
  user: aString,
  uid: optional(aString),
  groups: optional(listOf(aString)),
  extra: optional(recordOf(listOf(aString))),
});

/**
 * The headers of impersonation. Keys of `extra` are percent-encoded, since they become header
 * names.
 * @throws {TypeError} for a wrong argument
 */
export function impersonationHeaders(impersonation: Impersonation): RequestHeaders {
  checkArgument("impersonationHeaders: impersonation", impersonation, expectedImpersonation);
  const { user, uid, groups = [], extra = {} } = impersonation;
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
