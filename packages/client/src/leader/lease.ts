import type { AnyObject } from "../client/objects.ts";

/** The record by which candidates agree: `leases` of the group `coordination`. */
export interface Lease extends AnyObject {
  readonly spec?: {
    readonly holderIdentity?: string | null;
    readonly leaseDurationSeconds?: number | null;
    /** RFC 3339 with microseconds, as `renewTime`. */
    readonly acquireTime?: string | null;
    readonly renewTime?: string | null;
    readonly leaseTransitions?: number | null;
  };
}

export type LeaseSpec = NonNullable<Lease["spec"]>;

/** True if two records are equal. */
export function sameSpec(a: LeaseSpec, b: LeaseSpec): boolean {
  const fields = ["holderIdentity", "leaseDurationSeconds", "acquireTime", "renewTime", "leaseTransitions"] as const;
  return fields.every((field) => (a[field] ?? null) === (b[field] ?? null));
}
