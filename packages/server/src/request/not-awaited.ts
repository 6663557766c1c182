import { abortProblem } from "@svc/base";
import { type StatusError, timeoutError } from "@svc/meta";

/** The error of a request whose client left, or whose deadline passed, before its response. */
export function notAwaited(signal: AbortSignal): StatusError {
  return timeoutError(`request did not complete within requested timeout - ${abortProblem(signal)}`);
}
