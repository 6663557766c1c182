import { isTimeout, type MaybePromise } from "@svc/base";
import type { StatusError } from "@svc/meta";
import type { AdmissionRequest, StepTimes } from "../admission.ts";
import { type ConditionResult, checkConditions } from "../expressions/match-conditions.ts";
import { WebhookCallError } from "./caller.ts";
import type { WebhookOutcome, WebhookType } from "./observer.ts";
import type { Verdict } from "./review-response.ts";
import { createReviewSender, type ReviewInput } from "./review-sender.ts";
import type { WebhookMatch } from "./webhook.ts";
import { callFailed, checkDryRun, denial, report, type WebhookFinder, webhookFinder } from "./webhook-plugin.ts";
import type { WebhookOptions } from "./webhook-step-options.ts";

/** The outcome of a call. */
export type CallOutcome =
  | { readonly kind: "allowed" }
  /** The webhook denied the request, or its call failed and may not. */
  | { readonly kind: "rejected"; readonly error: StatusError }
  /** The call failed, and the webhook ignores failures. */
  | { readonly kind: "ignored" }
  /** The client left during the call, and the webhook ignores failures. */
  | { readonly kind: "abandoned" };

/** Takes the verdict of a webhook that allows the request. */
export type UseVerdict = (verdict: Verdict) => void;

/** Finds the webhooks of a request and calls them. */
export class WebhookCalls {
  readonly #options: WebhookOptions;
  readonly #type: WebhookType;
  readonly #finder: WebhookFinder;
  readonly #sendReview: ReturnType<typeof createReviewSender>;

  constructor(options: WebhookOptions, type: WebhookType) {
    this.#options = options;
    this.#type = type;
    this.#finder = webhookFinder(options);
    this.#sendReview = createReviewSender(options);
  }

  /** The webhooks whose rules match; most requests have none. */
  byRules(request: AdmissionRequest): MaybePromise<readonly WebhookMatch[]> {
    return this.#finder.byRules(request);
  }

  /** Checks the conditions of a webhook; undefined where a selector does not select. */
  async conditions(match: WebhookMatch, request: AdmissionRequest): Promise<ConditionResult | undefined> {
    const selected = this.#finder.selects(match, request);
    if (!(selected instanceof Promise ? await selected : selected)) return undefined;
    const { item: webhook, form } = match;
    if (webhook.conditions.length === 0) return { kind: "matched" };
    const { codec, authorizer, dialect, clock, observer } = this.#options;
    const startedMs = clock.monotonic();
    const metaVersion = `${dialect.expand("meta.{api}")}/v1`;
    const result = await checkConditions({ codec, authorizer, metaVersion }, webhook.conditions, { request, form });
    const seconds = (clock.monotonic() - startedMs) / 1000;
    observer?.conditions?.({ webhook, request, type: this.#type, seconds, outcome: result.kind });
    return result;
  }

  /**
   * Calls a webhook. `use` takes the verdict that allows the request; what it throws counts as the
   * webhook's.
   * @throws {StatusError} 400 for a dry run that the webhook can't take part in
   */
  async call(
    { item: webhook, form }: WebhookMatch,
    input: Omit<ReviewInput, "form">,
    use?: UseVerdict,
  ): Promise<CallOutcome> {
    const { request } = input;
    const { clock, observer } = this.#options;
    checkDryRun(request, webhook);
    const startedMs = clock.monotonic();
    const observe = (result: WebhookOutcome["result"], code: number, failure: { problem?: string } = {}): void => {
      const ms = clock.monotonic() - startedMs;
      if (request.times !== undefined) addWebhookTime(request.times, this.#type, ms);
      observer?.called?.({ webhook, request, type: this.#type, seconds: ms / 1000, code, result, ...failure });
    };
    let verdict: Verdict;
    try {
      verdict = await this.#sendReview(webhook, { ...input, form });
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error;
      const isAbandoned = request.signal?.aborted === true && !isTimeout(request.signal);
      const result = webhook.ignoresFailures ? "ignored" : "failed";
      observe(isAbandoned ? "abandoned" : result, error.code, { problem: error.message });
      if (webhook.ignoresFailures) return { kind: isAbandoned ? "abandoned" : "ignored" };
      return { kind: "rejected", error: callFailed(webhook, error.message) };
    }
    report(request, webhook, verdict);
    if (!verdict.allowed) {
      const error = denial(webhook, verdict);
      observe("denied", error.code);
      return { kind: "rejected", error };
    }
    try {
      use?.(verdict);
    } catch (error) {
      observe("unusable", 0);
      throw error;
    }
    observe("admitted", 200);
    return { kind: "allowed" };
  }
}

/** Mutating webhooks are called one after the other, validating ones at the same time. */
function addWebhookTime(times: StepTimes, type: WebhookType, ms: number): void {
  if (type === "admit") times.mutatingWebhookMs = (times.mutatingWebhookMs ?? 0) + ms;
  else times.validatingWebhookMs = Math.max(times.validatingWebhookMs ?? 0, ms);
}
