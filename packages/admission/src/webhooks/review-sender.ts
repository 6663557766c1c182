import { type Clock, timeoutReason } from "@svc/base";
import type { Codec, ObjectType } from "@svc/codec";
import type { Dialect } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import type { ObjectForm } from "../matching/object-form.ts";
import { WebhookCallError, type WebhookCaller, type WebhookResponse } from "./caller.ts";
import { responseProblem } from "./response-problem.ts";
import type { ReviewWriter } from "./review.ts";
import { failed, readVerdict, type Verdict } from "./review-response.ts";
import { createReviewTypes } from "./review-type.ts";
import type { Webhook } from "./webhook.ts";

/** Dependencies of `createReviewSender`. */
export interface ReviewSenderDeps {
  readonly caller: WebhookCaller;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly randomUid: () => string;
}

/** The request that a webhook reviews, in the form that its rules ask for. */
export interface ReviewInput {
  readonly request: AdmissionRequest;
  readonly form: ObjectForm;
  readonly writer: ReviewWriter;
  readonly mayPatch: boolean;
}

/**
 * Sends the review of a request to a webhook and reads its response. The call takes at most the
 * webhook's own timeout and the rest of the request's time, and ends when the request is no longer
 * awaited. Rejects with a `WebhookCallError`.
 */
export type SendReview = (webhook: Webhook, input: ReviewInput) => Promise<Verdict>;

/** Creates the function that sends reviews. */
export function createReviewSender(deps: ReviewSenderDeps): SendReview {
  const typeOf = createReviewTypes(deps.dialect);
  return (webhook, input) => {
    const { request, mayPatch } = input;
    const uid = deps.randomUid();
    const send = (): Promise<Verdict> =>
      sendReview(deps, webhook, { ...input, uid, type: typeOf(webhook.reviewVersion) });
    const trace = request.times?.trace;
    if (trace === undefined) return send();
    return trace(
      `Call ${mayPatch ? "mutating" : "validating"} webhook`,
      { ...attributesOf(webhook, request), UID: uid },
      send,
    );
  };
}

function attributesOf(
  { configuration, name: webhook }: Webhook,
  { resource, subresource, operation }: AdmissionRequest,
): Readonly<Record<string, string>> {
  const { group, version, resource: plural } = resource;
  return { configuration, webhook, resource: `${group}/${version}, Resource=${plural}`, subresource, operation };
}

async function sendReview(
  { caller, clock, codec }: ReviewSenderDeps,
  webhook: Webhook,
  { request, form, writer, mayPatch, uid, type }: ReviewInput & { readonly uid: string; readonly type: ObjectType },
): Promise<Verdict> {
  const { name, client, reviewVersion: version } = webhook;
  const body = writer.write({ uid, form, version });
  const ended = new AbortController();
  const { signal } = request;
  const leave = (): void => ended.abort(signal?.reason);
  const leftMs = (request.deadlineMs ?? Number.POSITIVE_INFINITY) - clock.monotonic();
  const timeoutMs = Math.min(webhook.timeoutSeconds * 1000, leftMs);
  // The deadline of a request with a signal aborts that.
  const isBounded = signal !== undefined && leftMs <= timeoutMs;
  const timer = isBounded ? undefined : clock.after(timeoutMs, () => ended.abort(timeoutReason()));
  signal?.addEventListener("abort", leave);
  if (signal?.aborted === true) leave();
  try {
    const response = await caller.call({
      webhook: name,
      client,
      body,
      timeoutSeconds: wholeSeconds(timeoutMs),
      signal: ended.signal,
    });
    request.times?.event?.("Request completed");
    checkResponse(response);
    return readVerdict(response, { uid, type, mayPatch, codec });
  } finally {
    timer?.cancel();
    signal?.removeEventListener("abort", leave);
  }
}

/** At least one: a call without any time left is ended by the signal. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** @throws {WebhookCallError} for a response that holds no review */
function checkResponse(response: WebhookResponse): void {
  const problem = responseProblem(response);
  const { status } = response;
  if (problem !== undefined)
    throw new WebhookCallError(failed(problem).message, status >= 400 ? { code: status } : undefined);
}
