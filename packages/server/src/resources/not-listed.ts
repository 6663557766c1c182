import { formatKind, isStatusError, type StatusError, tooManyRequests } from "@svc/meta";
import type { Endpoint } from "@svc/registry";

/**
 * Creates the error of a list whose objects cannot be converted, which makes clients retry, as
 * kube-apiserver does while it fills a cache.
 * @throws {unknown} the error itself if it is not a StatusError
 */
export function listError(
  { definition, version }: Endpoint,
  error: unknown,
  retryAfterSeconds: number = 1,
): StatusError {
  if (!isStatusError(error)) throw error;
  const kind = formatKind({ group: version.group, version: version.version, kind: version.kind ?? definition.kind });
  return tooManyRequests(`storage is (re)initializing: failed to list ${kind}: ${error.message}`, retryAfterSeconds);
}
