import type { Clock } from "@svc/base";
import type { Codec } from "@svc/codec";
import { type Dialect, timeoutError } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import type { ObjectForm } from "../matching/object-form.ts";
import { statusProblem } from "./answer-status.ts";
import { type WebhookAnswer, WebhookCallError, type WebhookCaller } from "./caller.ts";
import type { ReviewWriter } from "./review.ts";
import { failed, readVerdict, type Verdict } from "./review-response.ts";
import type { Webhook } from "./webhook.ts";

export interface AskDeps {
  readonly caller: WebhookCaller;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly randomUid: () => string;
}

export interface Question {
  readonly request: AdmissionRequest;
  readonly form: ObjectForm;
  readonly writer: ReviewWriter;
  readonly mayPatch: boolean;
}

/**
 * Sends the review of a request to a webhook and reads its answer. The call takes at most the
 * webhook's own timeout, and what is left of the request's time.
 * @throws {WebhookCallError}
 * @throws {StatusError} 504 where the request's time is over
 */
export async function askWebhook(
  { caller, clock, codec, dialect, randomUid }: AskDeps,
  webhook: Webhook,
  { request, form, writer, mayPatch }: Question,
): Promise<Verdict> {
  const { name, client, reviewVersion: version, timeoutSeconds } = webhook;
  const uid = randomUid();
  const body = writer.write({ uid, form, version });
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const timer = clock.after(timeoutSeconds * 1000, end);
  request.signal?.addEventListener("abort", end);
  try {
    const answer = await caller.call({ webhook: name, client, body, timeoutSeconds, signal: ended.signal });
    checkStatus(answer);
    return readVerdict(answer, { uid, apiVersion: `${dialect.expand("admission.{api}")}/${version}`, mayPatch, codec });
  } catch (error) {
    // Its time is over or its client gone, whatever the failure policy of the webhook says.
    if (request.signal?.aborted === true) throw timeoutError("request did not complete within the allotted timeout");
    throw error;
  } finally {
    timer.cancel();
    request.signal?.removeEventListener("abort", end);
  }
}

/** @throws {WebhookCallError} for an answer that is none */
function checkStatus({ status, body }: WebhookAnswer): void {
  if (status >= 200 && status <= 206) return;
  throw new WebhookCallError(failed(statusProblem(status, body.toString())).message, { code: status });
}
