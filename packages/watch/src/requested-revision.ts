import { StatusError } from "@svc/meta";

/** A revision that a client names: a bigint past 2^53, where stored ones never are. */
export type RequestedRevision = number | bigint;

/** Error for a revision that was not reached in time. */
export function futureRevision(requested: RequestedRevision, current: number): StatusError {
  return unreachedRevision(requested, current, { retryAfterSeconds: 1 });
}

/** Error for a revision that the store has not reached. */
export function unreachedRevision(
  requested: RequestedRevision,
  current: number,
  details: { readonly retryAfterSeconds?: number } = {},
): StatusError {
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }], ...details },
  });
}
