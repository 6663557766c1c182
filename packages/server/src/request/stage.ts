import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { RequestState } from "./request-state.ts";

/**
 * The rest of the pipeline. It neither throws nor rejects: errors of later stages have become
 * responses.
 */
export type Next = (state: RequestState) => MaybePromise<HttpResponse>;

/**
 * One step in handling a request. It returns its own response, or that of `next`, possibly changed;
 * it throws errors as responses. Results go into the state. `whenEnded` reports the end of a
 * response, streams included. A stage returns a promise only if it waits, or if `next` returned
 * one.
 */
export type Stage = (state: RequestState, next: Next) => MaybePromise<HttpResponse>;

/**
 * The positions after which extensions add stages, in the order of requests:
 *
 * - `parsing`: the request is parsed. Outermost.
 * - `metrics`: the request is counted.
 * - `authentication`: the user is known.
 * - `audit`: the audit event of the request has begun.
 * - `impersonation`: the user is the impersonated one; not authorized yet.
 * - `authorization`: the request is allowed. Handlers are next.
 */
export type StagePosition = "parsing" | "metrics" | "authentication" | "audit" | "impersonation" | "authorization";

/** A stage of an extension, with its place. */
export interface PlacedStage {
  readonly after: StagePosition;
  readonly stage: Stage;
}

/** Applies a function to a response, synchronously where possible. */
export function mapResponse(
  response: MaybePromise<HttpResponse>,
  apply: (response: HttpResponse) => HttpResponse,
): MaybePromise<HttpResponse> {
  return response instanceof Promise ? response.then(apply) : apply(response);
}
