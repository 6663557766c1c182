import { type ExtensionContext, type SubresourceHandler, storageProblem } from "@svc/server";
import type { ControlPlaneOptions } from "../options/options.ts";
import { accessReview } from "./access-reviews.ts";
import { selfSubjectReview, tokenReview } from "./authentication-reviews.ts";
import { binding } from "./binding.ts";
import { componentStatuses } from "./component-statuses.ts";
import { eviction } from "./eviction.ts";
import { rulesReview } from "./rules-review.ts";
import { token } from "./token.ts";

/**
 * Handlers of subresources that are not views, and of kinds that are not stored: by
 * `<resource>[.<group>][/<subresource>]`.
 */
export function subresourceHandlers(
  context: ExtensionContext,
  { serviceAccountTokens: tokens, apiAudiences = [], components = [] }: ControlPlaneOptions,
): ReadonlyMap<string, SubresourceHandler> {
  const { expand } = context.local.environment.dialect;
  // Clients know the store by this name, whatever its kind.
  const store = { name: "etcd-0", problem: () => storageProblem(context.storage) };
  return new Map<string, SubresourceHandler>([
    [expand("subjectaccessreviews.authorization.{api}"), accessReview(context, "other", false)],
    [expand("localsubjectaccessreviews.authorization.{api}"), accessReview(context, "other", true)],
    [expand("selfsubjectaccessreviews.authorization.{api}"), accessReview(context, "self", false)],
    [expand("selfsubjectrulesreviews.authorization.{api}"), rulesReview(context)],
    [expand("tokenreviews.authentication.{api}"), tokenReview(context, apiAudiences)],
    [expand("selfsubjectreviews.authentication.{api}"), selfSubjectReview(context)],
    ...(tokens === undefined ? [] : [["serviceaccounts/token", token(context, { tokens, apiAudiences })] as const]),
    ["componentstatuses", componentStatuses(context, [...components, store])],
    ["pods/binding", binding(context)],
    ["bindings", binding(context)],
    ["pods/eviction", eviction(context)],
  ]);
}
