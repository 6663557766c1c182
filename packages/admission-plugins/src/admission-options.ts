import type { WebhookConnectionOptions, WebhookIdentityOptions } from "@svc/admission";
import type { EventRateLimitOptions } from "./event-rate-limit/event-rate-limit.ts";
import type { ImagePolicyOptions } from "./image-policy/image-policy.ts";
import type { PodSecurityOptions } from "./pod-security/pod-security.ts";
import type { DefaultTolerationSecondsOptions } from "./pods/default-toleration-seconds.ts";
import type { PodNodeSelectorOptions } from "./pods/node-selector.ts";
import type { PodTolerationRestrictionOptions } from "./pods/toleration-restriction.ts";
import type { ResourceQuotaOptions } from "./resource-quota/resource-quota.ts";

/** Options of the built-in steps; each step documents its own. */
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
