import type { EventRateLimitOptions } from "./event-rate-limit/event-rate-limit.ts";
import type { PodSecurityOptions } from "./pod-security/pod-security.ts";
import type { DefaultTolerationSecondsOptions } from "./pods/default-toleration-seconds.ts";
import type { PodNodeSelectorOptions } from "./pods/node-selector.ts";
import type { PodTolerationRestrictionOptions } from "./pods/toleration-restriction.ts";
import type { ResourceQuotaOptions } from "./resource-quota/resource-quota.ts";

/** How the server makes itself known to a webhook. Certificate and key are PEM. */
export interface WebhookCredentials {
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
}

/** The connections of the server to webhooks. */
export interface WebhookConnectionOptions {
  /** Redirects of one call that are followed. @default 0: a redirect is a failed call */
  readonly maxRedirects?: number | undefined;
  /** What is shown to the webhook at `host:port`. @default nothing */
  readonly credentials?: ((host: string) => WebhookCredentials | undefined) | undefined;
}

/** What there is to say of the built-in steps, of each what it documents. */
export interface AdmissionOptions {
  readonly webhooks?: WebhookConnectionOptions;
  readonly podSecurity?: Pick<PodSecurityOptions, "defaults" | "exemptions">;
  readonly resourceQuota?: Pick<ResourceQuotaOptions, "limited">;
  readonly eventRateLimit?: Pick<EventRateLimitOptions, "limits">;
  readonly podNodeSelector?: Pick<PodNodeSelectorOptions, "selectors">;
  readonly podTolerationRestriction?: Pick<PodTolerationRestrictionOptions, "defaults" | "allowed">;
  readonly defaultTolerationSeconds?: Pick<DefaultTolerationSecondsOptions, "notReadySeconds" | "unreachableSeconds">;
}
