import type { MaybePromise } from "@svc/base";
import type { EventRateLimitOptions } from "../event-rate-limit/event-rate-limit.ts";
import type { ImagePolicyOptions } from "../image-policy/image-policy.ts";
import type { PodSecurityOptions } from "../pod-security/pod-security.ts";
import type { DefaultTolerationSecondsOptions } from "../pods/default-toleration-seconds.ts";
import type { PodNodeSelectorOptions } from "../pods/node-selector.ts";
import type { PodTolerationRestrictionOptions } from "../pods/toleration-restriction.ts";
import type { ResourceQuotaOptions } from "../resource-quota/resource-quota.ts";

/** What the server proves itself with in one request to a webhook. */
export interface WebhookCredential {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** PEM. */
  readonly certificate?: { readonly certificate: string; readonly key: string };
}

/** Credentials for a webhook, which may change. */
export interface WebhookCredentials {
  current(): MaybePromise<WebhookCredential>;
  /** The webhook responded with 401. True where `current` can return another credential. */
  rejected(credential: WebhookCredential): boolean;
}

/** The connections of the server to webhooks. */
export interface WebhookConnectionOptions {
  /** Redirects of one call that are followed. @default 0: a redirect is a failed call */
  readonly maxRedirects?: number | undefined;
}

/** How the server makes itself known to webhooks of one kind. */
export interface WebhookIdentityOptions {
  /**
   * The credentials for the webhook at `host:port`; services are `name.namespace.svc:port`.
   * @default none
   */
  readonly credentials?: ((hostPort: string) => WebhookCredentials | undefined) | undefined;
}

/** What there is to say of the built-in steps, of each what it documents. */
export interface AdmissionOptions {
  readonly webhooks?: WebhookConnectionOptions;
  readonly mutatingWebhooks?: WebhookIdentityOptions;
  readonly validatingWebhooks?: WebhookIdentityOptions;
  readonly imagePolicy?: Omit<ImagePolicyOptions, "dialect" | "clock">;
  readonly podSecurity?: Pick<PodSecurityOptions, "defaults" | "exemptions">;
  readonly resourceQuota?: Pick<ResourceQuotaOptions, "limited">;
  readonly eventRateLimit?: Pick<EventRateLimitOptions, "limits">;
  readonly podNodeSelector?: Pick<PodNodeSelectorOptions, "selectors">;
  readonly podTolerationRestriction?: Pick<PodTolerationRestrictionOptions, "defaults" | "allowed">;
  readonly defaultTolerationSeconds?: Pick<DefaultTolerationSecondsOptions, "notReadySeconds" | "unreachableSeconds">;
}
