import type { Clock } from "@svc/base";
import type { Egress } from "@svc/http/client";
import type { ClientCall } from "@svc/metrics";
import { postReview, type ReviewRequest, type ReviewResponse, type ReviewTarget } from "./post-review.ts";

interface MeasuredPostDeps {
  readonly egress: Egress;
  readonly clock: Pick<Clock, "monotonic">;
  /** Called for each finished request. */
  readonly observe: (call: ClientCall) => void;
}

/** Posts a review. @throws {ReviewError} when no response arrives */
export type PostReview = (target: ReviewTarget, request: ReviewRequest) => Promise<ReviewResponse>;

/** Creates a function that posts reviews and measures them. */
export function measuredPost({ egress, clock, observe }: MeasuredPostDeps): PostReview {
  return async (target, request) => {
    const startMs = clock.monotonic();
    const measure = (response: ReviewResponse | undefined): void =>
      observe({
        method: "POST",
        host: target.url.host,
        status: response?.status,
        ms: clock.monotonic() - startMs,
        requestBytes: Buffer.byteLength(request.body),
        ...(response === undefined ? {} : { responseBytes: response.body.length }),
      });
    try {
      const response = await postReview(egress, target, request);
      measure(response);
      return response;
    } catch (error) {
      measure(undefined);
      throw error;
    }
  };
}
