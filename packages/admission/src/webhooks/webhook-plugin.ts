import { type MaybePromise, quote } from "@svc/base";
import { badRequest, internalError, StatusError } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import { configurationKinds, isOneOf } from "../matching/exempt-kinds.ts";
import { selectsNamespace, selectsObject } from "../matching/match-criteria.ts";
import { createMatchIndex, type MatchIndex } from "../matching/match-index.ts";
import { derivedFrom } from "../object-list.ts";
import { isShownWarning } from "../shown-warning.ts";
import type { Verdict } from "./review-response.ts";
import { type Webhook, type WebhookMatch, webhooksOf } from "./webhook.ts";
import type { WebhookOptions } from "./webhook-step-options.ts";

/** Finds the webhooks that the rules and selectors of which take a request. */
export interface WebhookFinder {
  /** By rules; most requests have none. */
  byRules(request: AdmissionRequest): MaybePromise<readonly WebhookMatch[]>;
  selects(match: WebhookMatch, request: AdmissionRequest): MaybePromise<boolean>;
}

export function webhookFinder({ configurations, namespaces, dialect }: WebhookOptions): WebhookFinder {
  const index: () => MaybePromise<MatchIndex<Webhook>> = derivedFrom([configurations], (objects = []) =>
    createMatchIndex(webhooksOf(objects)),
  );
  const isExempt = isOneOf(configurationKinds, dialect);
  const find = (found: MatchIndex<Webhook>, request: AdmissionRequest): readonly WebhookMatch[] => {
    const matches = found.find(request);
    return matches.length > 0 && isExempt(request) ? [] : matches;
  };
  return {
    byRules: (request) => {
      const found = index();
      return found instanceof Promise ? found.then((webhooks) => find(webhooks, request)) : find(found, request);
    },
    selects: ({ item: { criteria } }, request) =>
      selectsObject(criteria, request) && selectsNamespace(criteria, request, namespaces),
  };
}

/** @throws {StatusError} 400 for a dry run that the webhook can't take part in */
export function checkDryRun({ dryRun }: AdmissionRequest, webhook: Webhook): void {
  if (dryRun && webhook.hasSideEffects)
    throw badRequest(`admission webhook ${quote(webhook.name)} does not support dry run`);
}

export function callFailed({ name }: Webhook, message: string): StatusError {
  return internalError(`failed calling webhook ${quote(name)}: ${message}`);
}

/** The last code that a response can have. */
const maxStatusCode = 999;

/** The refusal of a webhook. */
export function denial({ name }: Webhook, { status }: Verdict): StatusError {
  const { message = "", reason = "", code = 0 } = status;
  const begin = `admission webhook ${quote(name)} denied the request`;
  const why = message === "" ? reason : message;
  return new StatusError({
    code: code >= 400 && code <= maxStatusCode ? code : 400,
    ...(reason === "" ? {} : { reason }),
    message: why === "" ? `${begin} without explanation` : `${begin}: ${why}`,
    ...(status.details === undefined ? {} : { details: status.details }),
    ...(status.metadata?.continue === undefined ? {} : { continue: status.metadata.continue }),
  });
}

const annotationKey = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** Passes on the warnings and the audit annotations of an answer. */
export function report(request: AdmissionRequest, { name }: Webhook, { warnings, auditAnnotations }: Verdict): void {
  for (const text of warnings) if (isShownWarning(text)) request.warn(text);
  for (const [key, value] of Object.entries(auditAnnotations))
    if (annotationKey.test(key)) request.annotate?.(`${name}/${key}`, value);
}
