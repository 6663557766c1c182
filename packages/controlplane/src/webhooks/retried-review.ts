import { type Clock, pause } from "@svc/base";
import type { ReviewResponse } from "./post-review.ts";

/** The number of retries of an overloaded webhook. */
const maxRetries = 10;

/**
 * Sends a review, and sends it again while the webhook says when to come back: it responds with
 * `Retry-After`.
 * @throws {unknown} what `send` throws, or the reason of `signal` if that ends the wait
 */
export async function retriedReview(
  send: () => Promise<ReviewResponse>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<ReviewResponse> {
  for (let retries = 0; ; retries++) {
    const response = await send();
    if (retries === maxRetries || !mayTryAgain(response)) return response;
    await pause(clock, Number(response.retryAfter) * 1000, { signal, keepAlive: true });
    signal.throwIfAborted();
  }
}

function mayTryAgain({ status, retryAfter }: ReviewResponse): boolean {
  return (status === 429 || status >= 500) && /^\d{1,6}$/.test(retryAfter);
}
