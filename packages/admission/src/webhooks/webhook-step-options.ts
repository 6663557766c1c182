import type { Authorizer } from "@svc/authz";
import { aClock, aFunction, anObject, type Expected, optional, optionsOf, withMethods } from "@svc/base/check";
import { aDialect } from "@svc/meta";
import { aCodec, aNamespaceSource, anAuthorizer, anObjectList, someFeatureGates } from "../expected.ts";
import type { ReplaceDeps } from "../matching/replace-object.ts";
import type { NamespaceSource } from "../namespace-source.ts";
import type { ObjectList } from "../object-list.ts";
import type { WebhookObserver } from "./observer.ts";
import type { ReviewSenderDeps } from "./review-sender.ts";

/** Options of the admission steps that call webhooks. */
export interface WebhookOptions extends ReviewSenderDeps, ReplaceDeps {
  /** The configurations, from memory. */
  readonly configurations: ObjectList;
  readonly namespaces: NamespaceSource | undefined;
  readonly authorizer: Authorizer;
  readonly observer?: WebhookObserver;
}

/** Expects the options of either kind of webhooks. */
export const webhookOptions: Expected<WebhookOptions> = optionsOf<WebhookOptions>({
  configurations: anObjectList,
  namespaces: optional(aNamespaceSource),
  authorizer: anAuthorizer,
  observer: optional(anObject),
  caller: withMethods("a WebhookCaller of @svc/admission", "call"),
  clock: aClock,
  codec: aCodec,
  dialect: aDialect,
  randomUid: aFunction,
  isKind: aFunction,
  gates: someFeatureGates,
});
