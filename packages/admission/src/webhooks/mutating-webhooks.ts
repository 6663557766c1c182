import { type JsonPatchOperation, PatchFailedError, PatchTooLargeError } from "@svc/apply";
import { internalError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest, MutationRounds } from "../admission.ts";
import { conditionsFailed } from "../expressions/conditions-failed.ts";
import { formText, formValue, type ObjectForm, requestForm } from "../matching/object-form.ts";
import { patchedValue, readOperations } from "../matching/object-patch.ts";
import { replaceObject } from "../matching/replace-object.ts";
import { createAskWebhook } from "./ask-webhook.ts";
import { WebhookCallError } from "./caller.ts";
import { reviewWriter } from "./review.ts";
import type { Webhook } from "./webhook.ts";
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

/** Which webhooks are called again in the second round. */
interface Reinvocation {
  /** Called in this round, and want to see what comes after them. */
  called: Webhook[];
  readonly again: Set<Webhook>;
  /** The object as the last webhook of the first round left it. */
  output: string;
  /** Whether a webhook of this request sent a patch. */
  isPatched: boolean;
}

/**
 * Asks the mutating webhooks that a request matches, one after the other, each with what the ones
 * before it changed.
 */
export function mutatingWebhooks(options: WebhookOptions): AdmissionPlugin {
  const finder = webhookFinder(options);
  const askWebhook = createAskWebhook(options);
  const step = {};

  const mutate = async (
    matches: readonly WebhookMatch[],
    request: AdmissionRequest,
    rounds: MutationRounds,
  ): Promise<void> => {
    const state = rounds.stateOf<Reinvocation>(step, () => ({
      called: [],
      again: new Set(),
      output: "",
      isPatched: false,
    }));
    // Earlier steps of the second round may have changed what the webhooks of the first one saw.
    if (rounds.number === 1 && state.output !== textOf(options, request)) reinvokeCalled(state);
    for (const match of matches) {
      const { item: webhook } = match;
      if (rounds.number === 1 && !state.again.has(webhook)) continue;
      if (!(await isAsked(match, request))) continue;
      const changed = await call(match, request, { round: rounds.number, state });
      if (changed) {
        reinvokeCalled(state);
        rounds.requestAnother();
      }
      if (webhook.isReinvoked) state.called.push(webhook);
    }
    if (state.called.length > 0) state.output = textOf(options, request);
  };

  const isAsked = async (match: WebhookMatch, request: AdmissionRequest): Promise<boolean> => {
    const selected = finder.selects(match, request);
    if (!(selected instanceof Promise ? await selected : selected)) return false;
    const result = await checkWebhookConditions(options, match, request, "admit");
    if (result.kind === "failed" && !match.item.ignoresFailures) throw conditionsFailed(request, result.errors);
    return result.kind === "matched";
  };

  /** Whether the webhook changed the object. */
  const call = async (
    match: WebhookMatch,
    request: AdmissionRequest,
    { round, state }: { readonly round: number; readonly state: Reinvocation },
  ): Promise<boolean> => {
    const { item: webhook, form } = match;
    const { dialect, clock, observer } = options;
    const group = dialect.expand("admission.{api}");
    checkDryRun(request, webhook);
    const startedMs = clock.monotonic();
    const tell = (result: "admitted" | "denied" | "failed" | "ignored", code: number): void =>
      observer?.called?.({
        webhook,
        request,
        type: "admit",
        seconds: (clock.monotonic() - startedMs) / 1000,
        code,
        result,
      });
    const place = `round_${round}_index_${webhook.index}`;
    const annotate = (mutated: boolean): void =>
      request.annotate?.(
        `mutation.webhook.${group}/${place}`,
        JSON.stringify({ configuration: webhook.configuration, webhook: webhook.name, mutated }),
      );
    try {
      const writer = reviewWriter(options, request);
      const verdict = await askWebhook(webhook, { request, form, writer, mayPatch: true });
      tell(verdict.allowed ? "admitted" : "denied", verdict.allowed ? 200 : denial(webhook, verdict).code);
      report(request, webhook, verdict);
      if (!verdict.allowed) {
        annotate(false);
        throw denial(webhook, verdict);
      }
      const operations = verdict.patch === undefined ? [] : readOperations(verdict.patch);
      annotate(operations.length > 0);
      if (operations.length === 0) return false;
      request.annotate?.(
        `patch.webhook.${group}/${place}`,
        JSON.stringify({
          configuration: webhook.configuration,
          webhook: webhook.name,
          patch: operations,
          patchType: "JSONPatch",
        }),
      );
      const isFirst = !state.isPatched && isNewWithOwners(request);
      state.isPatched = true;
      const before = isFirst ? "" : textOf(options, request);
      applyPatch(options, webhook, { request, form, operations });
      return isFirst || textOf(options, request) !== before;
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error;
      tell(webhook.ignoresFailures ? "ignored" : "failed", error.code);
      annotate(false);
      if (!webhook.ignoresFailures) throw callFailed(webhook, error.message);
      request.annotate?.(`failed-open.mutation.webhook.${group}/${place}`, webhook.name);
      return false;
    }
  };

  return {
    name: "MutatingAdmissionWebhook",
    operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    mutate: (request, rounds) => {
      const matches = finder.byRules(request);
      if (matches instanceof Promise) return matches.then((found) => mutate(found, request, rounds));
      return matches.length === 0 ? undefined : mutate(matches, request, rounds);
    },
  };
}

/**
 * The first patch of a new object with owners counts as a change even where it changes nothing, as
 * it does in the original, where it changes the fractions of their times.
 */
function isNewWithOwners({ operation, object }: AdmissionRequest): boolean {
  return operation === "CREATE" && object?.metadata?.managedFields !== undefined;
}

function reinvokeCalled(state: Reinvocation): void {
  for (const webhook of state.called) state.again.add(webhook);
  state.called = [];
}

function textOf({ codec }: WebhookOptions, request: AdmissionRequest): string {
  const form = requestForm(request);
  return request.object === undefined || form === undefined ? "" : formText(codec, request.object, form).toString();
}

interface Patched {
  readonly request: AdmissionRequest;
  readonly form: ObjectForm;
  readonly operations: readonly JsonPatchOperation[];
}

function applyPatch(options: WebhookOptions, { name }: Webhook, { request, form, operations }: Patched): void {
  const { object } = request;
  if (object === undefined)
    throw internalError(
      `admission webhook ${JSON.stringify(name)} attempted to modify the object, which is not supported for this operation`,
    );
  try {
    const value = patchedValue(formValue(options.codec, object, form), operations);
    replaceObject(options, object, { value, form });
  } catch (error) {
    if (error instanceof PatchFailedError || error instanceof PatchTooLargeError) throw internalError(error.message);
    throw error;
  }
}
