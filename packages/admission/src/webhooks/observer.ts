import type { AdmissionRequest } from "../admission.ts";
import type { Webhook } from "./webhook.ts";

/** The type of a webhook as metrics name it; `admit` is a mutating webhook. */
export type WebhookType = "admit" | "validating";

/** The outcome of one call of a webhook, for metrics. */
export interface WebhookOutcome {
  readonly webhook: Webhook;
  readonly request: AdmissionRequest;
  readonly type: WebhookType;
  readonly seconds: number;
  /**
   * The code of the answer. Of a call that failed: that of the response if it is an error, 503 for
   * an invalid review, otherwise 400. 0 for a patch that can't be applied.
   */
  readonly code: number;
  /**
   * `unusable` is a review whose patch can't be applied, `abandoned` a call that ended since the
   * client of the request left.
   */
  readonly result: "admitted" | "denied" | "failed" | "ignored" | "unusable" | "abandoned";
  /** The message of a call that failed, ignored or not. */
  readonly problem?: string;
}

/** Receives the outcomes of webhook calls. */
export interface WebhookObserver {
  readonly called?: (outcome: WebhookOutcome) => void;
  readonly conditions?: (result: {
    readonly webhook: Webhook;
    readonly request: AdmissionRequest;
    readonly type: WebhookType;
    readonly seconds: number;
    readonly outcome: "matched" | "excluded" | "failed";
  }) => void;
}
