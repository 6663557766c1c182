import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { RequestState } from "./request-state.ts";

/**
 * The rest of the pipeline. It neither throws nor rejects: errors of later stages have become
 * responses.
 */
export type Next = (state: RequestState) => MaybePromise<HttpResponse>;

/**
 * One step of the way of a request. It responds by itself, or returns the response of `next`, as
 * it is or changed; it throws where the error is the response. What it learns it writes into the
 * state. `whenEnded` tells when a response has been sent, streams included. Where no stage waits,
 * no promise is made: a stage returns a promise only if it waits, or if `next` returned one.
 */
export type Stage = (state: RequestState, next: Next) => MaybePromise<HttpResponse>;

/**
 * The places behind which extensions add stages, in the order in which requests come to them:
 *
 * - `parsing`: the request is read; nothing else has been done. Outermost.
 * - `metrics`: the request is counted.
 * - `authentication`: the user is known.
 * - `audit`: the audit event of the request has begun.
 * - `impersonation`: the user is the one for whom the request acts; it is not authorized yet.
 * - `authorization`: the request is allowed. Handlers are next.
 */
export type StagePosition = "parsing" | "metrics" | "authentication" | "audit" | "impersonation" | "authorization";

/** A stage of an extension, with its place. */
export interface PlacedStage {
  readonly after: StagePosition;
  readonly stage: Stage;
}

/** Applies a function to a response, at once where it is there. */
export function mapResponse(
  response: MaybePromise<HttpResponse>,
  apply: (response: HttpResponse) => HttpResponse,
): MaybePromise<HttpResponse> {
  return response instanceof Promise ? response.then(apply) : apply(response);
}
