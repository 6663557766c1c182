import { ClientGoneError } from "@svc/http";
import { connectionError, EgressDeniedError } from "@svc/http/client";
import { badRequest, isStatusError, type StatusError } from "@svc/meta";
import { hostAndPort, type Target } from "../targets/target.ts";

/** The error for a request that its target gave no response to. */
export function targetError(error: unknown, target: Target, unreachable: (why: string) => StatusError): unknown {
  if (isStatusError(error) || error instanceof ClientGoneError) return error;
  if (error instanceof EgressDeniedError) return badRequest("address not allowed");
  const why = connectionError(error, { host: hostAndPort(target), hostname: target.host });
  // The words for connections that a proxy opens differ from those of HTTP clients.
  const isPlain = why === "http: server gave HTTP response to HTTPS client";
  return unreachable(isPlain ? "tls: first record does not look like a TLS handshake" : why);
}
