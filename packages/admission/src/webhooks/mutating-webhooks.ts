import { type JsonPatchOperation, PatchFailedError, PatchTooLargeError } from "@svc/apply";
import { quote } from "@svc/base";
import { checkArgument } from "@svc/base/check";
import { sortedJson, valueJson } from "@svc/codec";
import { copyJson, internalError } from "@svc/meta";
import { jsonEqual } from "@svc/schema";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { conditionsFailed } from "../expressions/conditions-failed.ts";
import { formText, formValue, type ObjectForm, requestForm } from "../matching/object-form.ts";
import { patchedValue, readOperations } from "../matching/object-patch.ts";
import { replaceObject } from "../matching/replace-object.ts";
import { writeUnstructured } from "../matching/write-unstructured.ts";
import { problemOfWritten } from "../matching/written-form.ts";
import type { MutationRounds } from "../mutation-rounds.ts";
import { reviewWriter } from "./review.ts";
import type { Webhook, WebhookMatch } from "./webhook.ts";
import { type UseVerdict, WebhookCalls } from "./webhook-calls.ts";
import { type WebhookOptions, webhookOptions } from "./webhook-step-options.ts";

/** Which webhooks are called again in the second round. */
interface Reinvocation {
  /** Webhooks that were called in this round, and want to see later changes. */
  called: Webhook[];
  readonly again: Set<Webhook>;
  /** The object as the last webhook of the first round left it. */
  output: string;
  /** Whether a webhook of this request sent a patch. */
  isPatched: boolean;
}

/**
 * Calls the mutating webhooks that a request matches, one after another, each with the changes of
 * the earlier ones.
 * @throws {TypeError} for a wrong argument
 */
export function mutatingWebhooks(options: WebhookOptions): AdmissionPlugin {
  checkArgument("mutatingWebhooks: options", options, webhookOptions);
  const mutation = new WebhookMutation(options);
  return {
    name: "MutatingAdmissionWebhook",
    operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    mutate: (request, rounds) => mutation.mutate(request, rounds),
  };
}

class WebhookMutation {
  readonly #options: WebhookOptions;
  readonly #calls: WebhookCalls;
  /** Identifies the step in the state of a request. */
  readonly #step = {};

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#calls = new WebhookCalls(options, "admit");
  }

  mutate(request: AdmissionRequest, rounds: MutationRounds): Promise<void> | undefined {
    const matches = this.#calls.byRules(request);
    if (matches instanceof Promise) return matches.then((found) => this.#callAll(found, request, rounds));
    return matches.length === 0 ? undefined : this.#callAll(matches, request, rounds);
  }

  async #callAll(matches: readonly WebhookMatch[], request: AdmissionRequest, rounds: MutationRounds): Promise<void> {
    const state = rounds.stateOf<Reinvocation>(this.#step, () => ({
      called: [],
      again: new Set(),
      output: "",
      isPatched: false,
    }));
    // Earlier steps of the second round may have changed what the webhooks of the first one saw.
    if (rounds.number === 1 && state.output !== textOf(this.#options, request)) reinvokeCalled(state);
    for (const match of matches) {
      const { item: webhook } = match;
      if (rounds.number === 1 && !state.again.has(webhook)) continue;
      if (!(await this.#isCalled(match, request))) continue;
      if (await this.#call(match, request, { round: rounds.number, state })) {
        reinvokeCalled(state);
        rounds.requestAnother();
      }
      if (webhook.isReinvoked) state.called.push(webhook);
    }
    const problem = problemOfWritten(request.object);
    if (problem !== undefined) throw problem;
    if (state.called.length > 0) state.output = textOf(this.#options, request);
  }

  async #isCalled(match: WebhookMatch, request: AdmissionRequest): Promise<boolean> {
    const result = await this.#calls.conditions(match, request);
    if (result?.kind === "failed" && !match.item.ignoresFailures) throw conditionsFailed(request, result.errors);
    return result?.kind === "matched";
  }

  /** Calls a webhook; returns true when it changed the object. */
  async #call(
    match: WebhookMatch,
    request: AdmissionRequest,
    { round, state }: { readonly round: number; readonly state: Reinvocation },
  ): Promise<boolean> {
    const { item: webhook, form } = match;
    const { configuration, name } = webhook;
    const group = this.#options.dialect.expand("admission.{api}");
    const place = `round_${round}_index_${webhook.index}`;
    const annotate = (mutated: boolean): void =>
      request.annotate?.(`mutation.webhook.${group}/${place}`, valueJson({ configuration, webhook: name, mutated }));
    const writer = reviewWriter(this.#options, request);
    let operations: readonly JsonPatchOperation[] = [];
    let isChanged = false;
    const apply: UseVerdict = ({ patch }) => {
      try {
        if (patch !== undefined) operations = readOperations(patch);
        if (operations.length > 0) isChanged = this.#apply(webhook, { request, form, operations }, state);
      } finally {
        annotate(isChanged);
      }
    };
    const outcome = await this.#calls.call(match, { request, writer, mayPatch: true }, apply);
    if (outcome.kind !== "allowed") {
      annotate(false);
      if (outcome.kind === "rejected") throw outcome.error;
      if (outcome.kind === "ignored") request.annotate?.(`failed-open.mutation.webhook.${group}/${place}`, name);
    }
    if (operations.length === 0) return false;
    request.annotate?.(
      `patch.webhook.${group}/${place}`,
      valueJson({ configuration, webhook: name, patch: operations, patchType: "JSONPatch" }),
      "Request",
    );
    return isChanged;
  }

  /** Applies a patch; returns true when it changed the object. */
  #apply(webhook: Webhook, patched: Patched, state: Reinvocation): boolean {
    const { request, form } = patched;
    const isFirst = !state.isPatched && !form.isUnstructured && hasFreshOwners(this.#options, request);
    state.isPatched = true;
    const before = isFirst ? "" : textOf(this.#options, request);
    const isOther = applyPatch(this.#options, webhook, patched);
    // Defaults that are filled in again count for objects of extension types.
    return form.isUnstructured ? isOther : isFirst || textOf(this.#options, request) !== before;
  }
}

/**
 * The first patch of an object with owners of this request counts as a change even where it changes
 * nothing, as it does in the original, where it changes the fractions of their times.
 */
function hasFreshOwners(options: WebhookOptions, request: AdmissionRequest): boolean {
  const { oldObject } = request;
  const owners = ownersOf(options, request);
  return owners !== undefined && (oldObject === undefined || owners !== ownersOf(options, request, oldObject));
}

function ownersOf({ codec }: WebhookOptions, request: AdmissionRequest, object = request.object): string | undefined {
  const form = requestForm(request);
  if (form === undefined || object?.metadata?.managedFields === undefined) return undefined;
  const { metadata } = formValue(codec, object, form) as { readonly metadata?: { readonly managedFields?: unknown } };
  return JSON.stringify(metadata?.managedFields);
}

function reinvokeCalled(state: Reinvocation): void {
  for (const webhook of state.called) state.again.add(webhook);
  state.called = [];
}

/** A text that is the same for equal objects. */
function textOf({ codec }: WebhookOptions, request: AdmissionRequest): string {
  const form = requestForm(request);
  const { object } = request;
  if (object === undefined || form === undefined) return "";
  return form.isUnstructured ? sortedJson(formValue(codec, object, form)) : formText(codec, object, form).toString();
}

interface Patched {
  readonly request: AdmissionRequest;
  readonly form: ObjectForm;
  readonly operations: readonly JsonPatchOperation[];
}

/** Returns true for a patch that made another value. */
function applyPatch(options: WebhookOptions, { name }: Webhook, { request, form, operations }: Patched): boolean {
  const { object } = request;
  if (object === undefined)
    throw internalError(
      `admission webhook ${quote(name)} attempted to modify the object, which is not supported for this operation`,
    );
  try {
    const before = formValue(options.codec, object, form);
    const value = patchedValue(copyJson(before), operations);
    if (form.isUnstructured) writeUnstructured(options, object, { value, form });
    else replaceObject(options, object, { value, form });
    return !jsonEqual(before, value);
  } catch (error) {
    if (error instanceof PatchFailedError || error instanceof PatchTooLargeError) throw internalError(error.message);
    throw error;
  }
}
