import type { Endpoint } from "@svc/registry";
import type { SubresourceHandler } from "../dispatch.ts";
import type { ServerParts } from "../parts.ts";
import type { ServiceAccountTokens } from "../service-accounts/service-account-tokens.ts";
import { accessReview } from "./access-reviews.ts";
import { selfSubjectReview, tokenReview } from "./authentication-reviews.ts";
import { binding } from "./binding.ts";
import { connect } from "./connect.ts";
import { eviction } from "./eviction.ts";
import { proxy } from "./proxy.ts";
import { rulesReview } from "./rules-review.ts";
import { token } from "./token.ts";

interface HandlerOptions {
  readonly serviceAccountTokens?: ServiceAccountTokens;
}

/** What answers subresources that are no views, and kinds that are not stored: by `<resource>[.<group>][/<subresource>]`. */
export function subresourceHandlers(
  parts: ServerParts,
  { serviceAccountTokens }: HandlerOptions,
): ReadonlyMap<string, SubresourceHandler> {
  const authentication = parts.dialect.expand("authentication.{api}");
  const authorization = parts.dialect.expand("authorization.{api}");
  const pods = (): Endpoint | undefined => {
    const served = parts.serving.find("", "v1", "pods");
    return served === undefined ? undefined : { ...served, subresource: "binding" };
  };
  return new Map<string, SubresourceHandler>([
    [`subjectaccessreviews.${authorization}`, accessReview(parts, "somebody", false)],
    [`localsubjectaccessreviews.${authorization}`, accessReview(parts, "somebody", true)],
    [`selfsubjectaccessreviews.${authorization}`, accessReview(parts, "self", false)],
    [`selfsubjectrulesreviews.${authorization}`, rulesReview(parts)],
    [`tokenreviews.${authentication}`, tokenReview(parts, parts.authenticator, parts.apiAudiences)],
    [`selfsubjectreviews.${authentication}`, selfSubjectReview(parts)],
    ...(serviceAccountTokens === undefined
      ? []
      : [["serviceaccounts/token", token(parts, serviceAccountTokens)] as const]),
    ["pods/binding", binding(parts, pods)],
    ["bindings", binding(parts, pods)],
    ["pods/eviction", eviction(parts)],
    ["pods/log", connect(parts, "log")],
    ["pods/exec", connect(parts, "container")],
    ["pods/attach", connect(parts, "container")],
    ["pods/portforward", connect(parts, "pod")],
    ["pods/proxy", proxy(parts, "pod")],
    ["services/proxy", proxy(parts, "service")],
    ["nodes/proxy", proxy(parts, "node")],
  ]);
}
