import { type AdmissionRequest, failureProblem } from "@svc/admission";
import { abortProblem, type Clock, pause, timeoutReason } from "@svc/base";
import { ImageReviewError } from "./image-review.ts";

/** Posts an image review. Rejects when there is no response; does not follow redirects. */
export type PostImageReview = (
  body: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

/** Options of requests to the webhook that reviews images. */
export interface ReviewOptions {
  readonly post: PostImageReview;
  readonly clock: Clock;
  /**
   * The pause after a first failure; each further one is half as long again; 0 is none.
   * @default 500 ms
   */
  readonly retryBackoffMs?: number | undefined;
  /** The timeout of all attempts together. @default 30 s */
  readonly timeoutMs?: number | undefined;
}

const attempts = 5;
const backoffFactor = 1.5;

/**
 * Posts a review, and retries while the webhook is overloaded or fails.
 * @throws {ImageReviewError}
 */
export async function sendReview(
  { post, clock, retryBackoffMs = 500, timeoutMs = 30_000 }: ReviewOptions,
  body: string,
  { signal }: Pick<AdmissionRequest, "signal">,
): Promise<string> {
  const ended = new AbortController();
  const timer = clock.after(timeoutMs, () => ended.abort(timeoutReason()));
  const limit = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  try {
    for (let attempt = 1, waitMs = retryBackoffMs; ; attempt++, waitMs *= backoffFactor) {
      const { status, body: answer } = await post(body, limit);
      if (status >= 200 && status <= 299) return answer;
      const isRetried = (status === 429 || status >= 500) && attempt < attempts;
      if (!isRetried) throw new ImageReviewError(failureProblem({ status, text: answer }));
      if (waitMs > 0) await pause(clock, waitMs, { signal: limit, keepAlive: true });
      limit.throwIfAborted();
    }
  } catch (error) {
    if (error instanceof ImageReviewError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ImageReviewError(limit.aborted ? abortProblem(limit) : why, { cause: error });
  } finally {
    timer.cancel();
  }
}
