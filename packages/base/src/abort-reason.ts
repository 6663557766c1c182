import { anObject, checkArgument } from "./check/index.ts";

/** The reason of a signal that ends with a deadline, as that of `AbortSignal.timeout`. */
export function timeoutReason(message = "the time is over"): DOMException {
  return new DOMException(message, "TimeoutError");
}

/**
 * Why an aborted signal ended, in the words that clients of the API know: its deadline passed where
 * its reason is that of a timeout; otherwise the caller that waited has left.
 * @throws {TypeError} for a wrong argument
 */
export function abortProblem(signal: Pick<AbortSignal, "reason">): string {
  checkArgument("abortProblem: signal", signal, anObject);
  return isTimeout(signal) ? "context deadline exceeded" : "context canceled";
}

/**
 * True where the reason of a signal is that of a deadline.
 * @throws {TypeError} for a wrong argument
 */
export function isTimeout(signal: Pick<AbortSignal, "reason">): boolean {
  checkArgument("isTimeout: signal", signal, anObject);
  const { reason } = signal;
  return reason instanceof Error && reason.name === "TimeoutError";
}
