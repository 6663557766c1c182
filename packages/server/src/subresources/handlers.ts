import type { Endpoint } from "@svc/registry";
import type { SubresourceHandler } from "../dispatch.ts";
import { storageProblem } from "../health/storage-problem.ts";
import type { ServerParts } from "../parts.ts";
import type { ServerConfig } from "../server-config.ts";
import { accessReview } from "./access-reviews.ts";
import { selfSubjectReview, tokenReview } from "./authentication-reviews.ts";
import { binding } from "./binding.ts";
import { componentStatuses } from "./component-statuses.ts";
import { connect } from "./connect.ts";
import { eviction } from "./eviction.ts";
import { proxy } from "./proxy.ts";
import { rulesReview } from "./rules-review.ts";
import { token } from "./token.ts";

/** What answers subresources that are no views, and kinds that are not stored: by `<resource>[.<group>][/<subresource>]`. */
export function subresourceHandlers(
  parts: ServerParts,
  { serviceAccountTokens, storage, components = [] }: ServerConfig,
): ReadonlyMap<string, SubresourceHandler> {
  // Clients know the store by this name, whatever it is.
  const store = { name: "etcd-0", problem: () => storageProblem(storage) };
  const authentication = parts.dialect.expand("authentication.{api}");
  const authorization = parts.dialect.expand("authorization.{api}");
  const pods = (): Endpoint | undefined => {
    const served = parts.catalog.snapshot().find("", "v1", "pods");
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
    ["componentstatuses", componentStatuses(parts, [...components, store])],
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
