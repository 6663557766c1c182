import type { WebhookClient } from "./webhook.ts";

/** One request to a webhook. */
export interface WebhookCall {
  /** Name of the webhook. */
  readonly webhook: string;
  readonly client: WebhookClient;
  readonly body: Buffer;
  /** Told to the webhook too. */
  readonly timeoutSeconds: number;
  /** Ends with the timeout of the call or the deadline of the request. */
  readonly signal: AbortSignal;
}

/** The HTTP response of a webhook, read to its end. */
export interface WebhookAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Opens the connections to webhooks. */
export interface WebhookCaller {
  /** @throws {WebhookCallError} where no answer came */
  call(call: WebhookCall): Promise<WebhookAnswer>;
}

/** A function around each call of a webhook; `next` makes the call. */
export type AroundWebhookCall = (call: WebhookCall, next: () => Promise<WebhookAnswer>) => Promise<WebhookAnswer>;

/** Why a webhook could not be asked, or what is wrong with its answer. */
export class WebhookCallError extends Error {
  /** The code of the answer; 0 without one. */
  readonly code: number;
  constructor(message: string, options: { readonly code?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "WebhookCallError";
    this.code = options.code ?? 0;
  }
}
