import type { WebhookClient } from "./webhook.ts";

/** One request to a webhook. */
export interface WebhookCall {
  /** Name of the webhook. */
  readonly webhook: string;
  readonly client: WebhookClient;
  /** The encoded AdmissionReview. */
  readonly body: Buffer;
  /** The timeout of the call; it is a parameter of the webhook's URL. */
  readonly timeoutSeconds: number;
  /** Ends with the timeout of the call, the deadline of the request, or when its client leaves. */
  readonly signal: AbortSignal;
}

/** The HTTP response of a webhook, read to its end. */
export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Opens the connections to webhooks. */
export interface WebhookCaller {
  /** @throws {WebhookCallError} when no response arrives */
  call(call: WebhookCall): Promise<WebhookResponse>;
}

/** A function around each call of a webhook; `next` makes the call. */
export type AroundWebhookCall = (call: WebhookCall, next: () => Promise<WebhookResponse>) => Promise<WebhookResponse>;

/** The failure of a call: the webhook was not reached, or its response is invalid. */
export class WebhookCallError extends Error {
  /** The status of the response if it is an error; 503 for an invalid review; otherwise 400. */
  readonly code: number;
  constructor(message: string, options: { readonly code?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "WebhookCallError";
    this.code = options.code ?? 400;
  }
}
