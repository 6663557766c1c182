import { appendAll } from "@svc/base";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { conditionsFailed } from "../expressions/conditions-failed.ts";
import { createAskWebhook } from "./ask-webhook.ts";
import { WebhookCallError } from "./caller.ts";
import { type ReviewWriter, reviewWriter } from "./review.ts";
import {
  callFailed,
  checkDryRun,
  checkWebhookConditions,
  denial,
  report,
  type WebhookMatch,
  type WebhookOptions,
  webhookFinder,
} from "./webhook-plugin.ts";

/**
 * Asks all validating webhooks that a request matches at the same time; the first that refuses is
 * told.
 */
export function validatingWebhooks(options: WebhookOptions): AdmissionPlugin {
  const finder = webhookFinder(options);
  const askWebhook = createAskWebhook(options);
  const { dialect, clock, observer } = options;

  /** The webhooks that are asked. @throws {StatusError} where a condition fails that may not */
  const chosen = async (
    matches: readonly WebhookMatch[],
    request: AdmissionRequest,
  ): Promise<readonly WebhookMatch[]> => {
    const asked: WebhookMatch[] = [];
    const errors: string[] = [];
    for (const match of matches) {
      const selected = finder.selects(match, request);
      if (!(selected instanceof Promise ? await selected : selected)) continue;
      const result = await checkWebhookConditions(options, match, request, "validating");
      if (result.kind === "matched") asked.push(match);
      else if (result.kind === "failed" && !match.item.ignoresFailures) appendAll(errors, result.errors);
    }
    if (errors.length > 0) throw conditionsFailed(request, errors);
    return asked;
  };

  const ask = async (match: WebhookMatch, request: AdmissionRequest, writer: ReviewWriter): Promise<void> => {
    const { item: webhook, form } = match;
    checkDryRun(request, webhook);
    const startedMs = clock.monotonic();
    const tell = (result: "admitted" | "denied" | "failed" | "ignored", code: number): void =>
      observer?.called?.({
        webhook,
        request,
        type: "validating",
        seconds: (clock.monotonic() - startedMs) / 1000,
        code,
        result,
      });
    try {
      const verdict = await askWebhook(webhook, { request, form, writer, mayPatch: false });
      tell(verdict.allowed ? "admitted" : "denied", verdict.allowed ? 200 : denial(webhook, verdict).code);
      report(request, webhook, verdict);
      if (!verdict.allowed) throw denial(webhook, verdict);
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error;
      tell(webhook.ignoresFailures ? "ignored" : "failed", error.code);
      if (!webhook.ignoresFailures) throw callFailed(webhook, error.message);
      request.annotate?.(
        `failed-open.validating.webhook.${dialect.expand("admission.{api}")}/round_0_index_${webhook.index}`,
        webhook.name,
      );
    }
  };

  const validate = async (matches: readonly WebhookMatch[], request: AdmissionRequest): Promise<void> => {
    const asked = await chosen(matches, request);
    if (asked.length === 0) return;
    const writer = reviewWriter(options, request);
    const errors: unknown[] = [];
    // All are awaited: their warnings are kept, whichever rejects first.
    await Promise.all(
      asked.map((match) =>
        ask(match, request, writer).catch((error: unknown) => {
          errors.push(error);
        }),
      ),
    );
    if (errors.length > 0) throw errors[0];
  };

  return {
    name: "ValidatingAdmissionWebhook",
    operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    validate: (request) => {
      const matches = finder.byRules(request);
      if (matches instanceof Promise) return matches.then((found) => validate(found, request));
      return matches.length === 0 ? undefined : validate(matches, request);
    },
  };
}
