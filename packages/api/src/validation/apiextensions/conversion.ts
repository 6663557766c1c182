import type { apiextensionsv1 } from "@svc/types";
import { isEmpty, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { reviewVersions, webhookClient } from "../common/webhook-client.ts";

const strategies = oneOf("None", "Webhook");
const versions = reviewVersions();

/**
 * Validates the conversion of a definition. Errors of webhook settings have the paths of the first
 * version of the API.
 */
export function conversion(
  { strategy = "", webhook }: apiextensionsv1.CustomResourceConversion,
  preserveUnknownFields: boolean,
  at: FieldPath,
): void {
  const [strategyAt, clientAt] = [at.field("strategy"), at.field("webhookClientConfig")];
  const versionsAt = at.field("conversionReviewVersions");
  if (preserveUnknownFields && strategy !== "None")
    strategyAt.invalid(strategy, "must be None if spec.preserveUnknownFields is true");
  if (strategy === "") strategyAt.required();
  else strategies(strategy, strategyAt);
  const { clientConfig, conversionReviewVersions = [] } = webhook ?? {};
  if (strategy === "Webhook") {
    if (clientConfig === undefined) clientAt.required("required when strategy is set to Webhook");
    else webhookClient(clientConfig, clientAt);
    versions(conversionReviewVersions, versionsAt);
    return;
  }
  const forbidden = "should not be set when strategy is not set to Webhook";
  if (clientConfig !== undefined) clientAt.forbidden(forbidden);
  if (!isEmpty(conversionReviewVersions)) versionsAt.forbidden(forbidden);
}
