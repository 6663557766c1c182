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
  /** The code of the answer; 0 where no answer was used. */
  readonly code: number;
  readonly result: "admitted" | "denied" | "failed" | "ignored";
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
