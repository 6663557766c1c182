import type { Clock } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Dialect, Status } from "@svc/meta";
import { quote } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import type { ObjectForm } from "../matching/object-form.ts";
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
  const { client, reviewVersion: version, timeoutSeconds } = webhook;
  const uid = randomUid();
  const body = writer.write({ uid, form, version });
  const ended = new AbortController();
  const timer = clock.after(timeoutSeconds * 1000, () => ended.abort());
  const signal = request.signal === undefined ? ended.signal : AbortSignal.any([request.signal, ended.signal]);
  try {
    const answer = await caller.call({ client, body, timeoutSeconds, signal });
    checkStatus(answer);
    return readVerdict(answer, { uid, apiVersion: `${dialect.expand("admission.{api}")}/${version}`, mayPatch, codec });
  } finally {
    timer.cancel();
  }
}

const explanations: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  403: "unknown",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** @throws {WebhookCallError} for an answer that is none */
function checkStatus({ status, body }: WebhookAnswer): void {
  if (status >= 200 && status <= 206) return;
  const text = body.toString();
  throw new WebhookCallError(failed(statusMessage(text) ?? explanationOf(status, text)).message, { code: status });
}

function explanationOf(status: number, text: string): string {
  const known = explanations[status];
  if (known !== undefined) return known;
  return status >= 500
    ? `an error on the server (${quote(text.trim() === "" ? "unknown" : text.trim())}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`;
}

/** What a Status of a failure says. */
function statusMessage(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as Partial<Status> | null;
    if (value?.kind === "Status" && value.status === "Failure") return value.message ?? "";
  } catch {
    return undefined; // no JSON: the code of the answer says what there is to say
  }
  return undefined;
}
