import { appendAll } from "@svc/base";
import { checkArgument } from "@svc/base/check";
import type { Dialect } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { conditionsFailed } from "../expressions/conditions-failed.ts";
import { type ReviewWriter, reviewWriter } from "./review.ts";
import type { WebhookMatch } from "./webhook.ts";
import { WebhookCalls } from "./webhook-calls.ts";
import { type WebhookOptions, webhookOptions } from "./webhook-step-options.ts";

/**
 * Calls all validating webhooks that a request matches at the same time. The error is that of the
 * first one that refuses.
 * @throws {TypeError} for a wrong argument
 */
export function validatingWebhooks(options: WebhookOptions): AdmissionPlugin {
  checkArgument("validatingWebhooks: options", options, webhookOptions);
  const calls = new WebhookCalls(options, "validating");
  const validate = async (matches: readonly WebhookMatch[], request: AdmissionRequest): Promise<void> => {
    const chosen = await matching(calls, matches, request);
    if (chosen.length === 0) return;
    const writer = reviewWriter(options, request);
    const call = webhookCall(calls, options.dialect, writer);
    const errors: unknown[] = [];
    // All are awaited: their warnings are kept, whichever rejects first.
    const pending = chosen.map((match, index) => call(match, request, index));
    await Promise.all(pending.map((outcome) => outcome.catch((error: unknown) => errors.push(error))));
    if (errors.length > 0) throw errors[0];
  };
  return {
    name: "ValidatingAdmissionWebhook",
    operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    validate: (request) => {
      const matches = calls.byRules(request);
      if (matches instanceof Promise) return matches.then((found) => validate(found, request));
      return matches.length === 0 ? undefined : validate(matches, request);
    },
  };
}

/**
 * The webhooks to call. @throws {StatusError} where a match condition fails and the failure policy
 * is Fail
 */
async function matching(
  calls: WebhookCalls,
  matches: readonly WebhookMatch[],
  request: AdmissionRequest,
): Promise<readonly WebhookMatch[]> {
  const chosen: WebhookMatch[] = [];
  const errors: string[] = [];
  for (const match of matches) {
    const result = await calls.conditions(match, request);
    if (result?.kind === "matched") chosen.push(match);
    else if (result?.kind === "failed" && !match.item.ignoresFailures) appendAll(errors, result.errors);
  }
  if (errors.length > 0) throw conditionsFailed(request, errors);
  return chosen;
}

function webhookCall(
  calls: WebhookCalls,
  dialect: Dialect,
  writer: ReviewWriter,
): (match: WebhookMatch, request: AdmissionRequest, index: number) => Promise<void> {
  return async (match, request, index) => {
    const outcome = await calls.call(match, { request, writer, mayPatch: false });
    if (outcome.kind === "rejected") throw outcome.error;
    if (outcome.kind !== "ignored") return;
    const key = `failed-open.validating.webhook.${dialect.expand("admission.{api}")}/round_0_index_${index}`;
    request.annotate?.(key, match.item.name);
  };
}
