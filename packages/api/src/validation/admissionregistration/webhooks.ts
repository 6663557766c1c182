import { dns1123Subdomain } from "@svc/meta";
import type { Expressions } from "@svc/schema";
import type { admissionregistrationv1 as admissionv1 } from "@svc/types";
import { type Check, each, members, named, needed, oneOf, present } from "../common/check.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { labelSelector } from "../common/label-selector.ts";
import { reviewVersions, webhookClient } from "../common/webhook-client.ts";
import { matchConditions } from "./match-conditions.ts";
import { rule } from "./rules.ts";

type Webhook = admissionv1.MutatingWebhook;

const maxTimeoutSeconds = 30;

export const failurePolicy: Check<string> = oneOf("Fail", "Ignore");
export const matchPolicy: Check<string> = oneOf("Equivalent", "Exact");
export const reinvocationPolicy: Check<string> = oneOf("IfNeeded", "Never");
const sideEffects = oneOf("None", "NoneOnDryRun");

/** A domain name of at least three labels, so that it identifies the webhook's owner. */
const webhookName: Check<string> = (value, at) => {
  named(dns1123Subdomain)(value, at);
  if (dns1123Subdomain(value).length === 0 && value.split(".").length < 3)
    at.invalid(value, "should be a domain with at least three segments separated by dots");
};

/** All but the match conditions, which are compiled in steps. */
const webhook = members<Webhook>({
  name: needed(webhookName),
  rules: each(rule),
  failurePolicy,
  matchPolicy,
  sideEffects: present(sideEffects, "must specify one of None, NoneOnDryRun"),
  timeoutSeconds: (value, at) => {
    if (value < 1 || value > maxTimeoutSeconds)
      at.invalid(value, `the timeout value must be between 1 and ${maxTimeoutSeconds} seconds`);
  },
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  reinvocationPolicy,
  clientConfig: present(webhookClient, "exactly one of url or service is required"),
});

const versions = reviewVersions("must specify one of v1, v1beta1");

/**
 * Configurations of both kinds: of validating webhooks the member that only mutating ones have is
 * never there.
 */
export function webhookConfiguration(expressions: Expressions | undefined): KindValidation {
  const compiled = expressions?.admission({ params: false });
  return kind<admissionv1.MutatingWebhookConfiguration>({
    *objectSteps({ webhooks = [] }, at) {
      const names = new Set<string>();
      for (const [i, value] of webhooks.entries()) {
        const item = at.field("webhooks").item(i);
        webhook(value, item);
        if (value.matchConditions !== undefined) {
          yield* matchConditions(value.matchConditions, compiled, item.field("matchConditions"));
          yield;
        }
        versions(value.admissionReviewVersions ?? [], item.field("admissionReviewVersions"));
        if (value.name !== "" && names.has(value.name)) item.field("name").duplicate(value.name);
        names.add(value.name);
      }
    },
  });
}
