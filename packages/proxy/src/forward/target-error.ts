import { EgressDeniedError, proxyError } from "@svc/http/client";
import { badRequest, isStatusError, StatusError } from "@svc/meta";
import { hostAndPort, type Target } from "../targets/target.ts";

/** The error of a request that did not fail at its target; undefined for any other. */
export function refusedByServer(error: unknown): unknown {
  if (isStatusError(error)) return error;
  return error instanceof EgressDeniedError ? badRequest("address not allowed") : undefined;
}

/** The error for a request that its target gave no response to. */
export function targetError(error: unknown, target: Target): unknown {
  const refused = refusedByServer(error);
  if (refused !== undefined) return refused;
  const why = proxyError(error, { host: hostAndPort(target), hostname: target.host });
  return new StatusError({
    code: 503,
    reason: "ServiceUnavailable",
    message: `error trying to reach service: ${why}`,
  });
}
