import { formatKind, isStatusError, tooManyRequests } from "@svc/meta";
import type { Endpoint } from "@svc/registry";

/**
 * Rejects a list whose objects cannot be converted with an error that makes clients retry, as
 * kube-apiserver does while it fills a cache.
 */
export function notListed({ definition, version }: Endpoint, error: unknown): never {
  if (!isStatusError(error)) throw error;
  const kind = formatKind({ group: version.group, version: version.version, kind: version.kind ?? definition.kind });
  throw tooManyRequests(`storage is (re)initializing: failed to list ${kind}: ${error.message}`, 1);
}
