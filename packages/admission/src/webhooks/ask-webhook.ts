import type { Clock } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Dialect } from "@svc/meta";
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

/** Sends the review of a request to a webhook and reads its answer. @throws {WebhookCallError} */
export async function askWebhook(
  { caller, clock, codec, dialect, randomUid }: AskDeps,
  webhook: Webhook,
  { request, form, writer, mayPatch }: Question,
): Promise<Verdict> {
  const { name, client, reviewVersion: version, timeoutSeconds } = webhook;
  const uid = randomUid();
  const body = writer.write({ uid, form, version });
  const ended = new AbortController();
  const timer = clock.after(timeoutSeconds * 1000, () => ended.abort());
  const signal = request.signal === undefined ? ended.signal : AbortSignal.any([request.signal, ended.signal]);
  try {
    const answer = await caller.call({ webhook: name, client, body, timeoutSeconds, signal });
    checkStatus(answer);
    return readVerdict(answer, { uid, apiVersion: `${dialect.expand("admission.{api}")}/${version}`, mayPatch, codec });
  } finally {
    timer.cancel();
  }
}

/** @throws {WebhookCallError} for an answer that is none */
function checkStatus({ status, body }: WebhookAnswer): void {
  if (status >= 200 && status <= 206) return;
  throw new WebhookCallError(failed(statusProblem(status, body.toString())).message, { code: status });
}
