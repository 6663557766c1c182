import type { EventRateLimitOptions } from "./event-rate-limit/event-rate-limit.ts";
import type { PodSecurityOptions } from "./pod-security/pod-security.ts";
import type { DefaultTolerationSecondsOptions } from "./pods/default-toleration-seconds.ts";
import type { PodNodeSelectorOptions } from "./pods/node-selector.ts";
import type { PodTolerationRestrictionOptions } from "./pods/toleration-restriction.ts";
import type { ResourceQuotaOptions } from "./resource-quota/resource-quota.ts";

/** What there is to say of the built-in steps, of each what it documents. */
export interface AdmissionOptions {
  readonly podSecurity?: Pick<PodSecurityOptions, "defaults" | "exemptions">;
  readonly resourceQuota?: Pick<ResourceQuotaOptions, "limited">;
  readonly eventRateLimit?: Pick<EventRateLimitOptions, "limits">;
  readonly podNodeSelector?: Pick<PodNodeSelectorOptions, "selectors">;
  readonly podTolerationRestriction?: Pick<PodTolerationRestrictionOptions, "defaults" | "allowed">;
  readonly defaultTolerationSeconds?: Pick<DefaultTolerationSecondsOptions, "notReadySeconds" | "unreachableSeconds">;
}
