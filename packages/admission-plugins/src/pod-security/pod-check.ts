import { type AdmissionRequest, forbidden } from "@svc/admission";
import { isExemptPod, type PodSecurityExemptions } from "./exemptions.ts";
import type { PodSecurityObserver } from "./observer.ts";
import type { PodLike } from "./pod.ts";
import { isUnrestricted, type Policies, policyText } from "./policy.ts";
import type { Evaluate } from "./standards.ts";
import type { Finding } from "./words.ts";

interface PodCheckOptions {
  readonly evaluate: Evaluate;
  readonly exemptions: PodSecurityExemptions;
  readonly annotation: (name: string) => string;
  readonly observer: PodSecurityObserver;
}

/** A pod, or a pod template, which the `enforce` policy does not apply to. */
interface CheckedPod {
  readonly pod: PodLike;
  readonly isTemplate: boolean;
}

type PodCheck = (request: AdmissionRequest, checked: CheckedPod, policies: Policies) => void;

/**
 * Checks a pod or a pod template by the policies of its namespace. Violations of the `enforce`
 * policy reject pods, not templates; violations of the `warn` policy add a warning, and violations
 * of the `audit` policy annotate the audit event.
 */
export function podCheck({ evaluate, exemptions, annotation, observer }: PodCheckOptions): PodCheck {
  const names = {
    exempt: annotation("exempt"),
    enforced: annotation("enforce-policy"),
    audit: annotation("audit-violations"),
  };
  return (request, { pod, isTemplate }, policies) => {
    const { enforce, audit, warn } = policies;
    const isFree = isUnrestricted(policies);
    if (!isFree && isExemptPod(exemptions, pod)) {
      observer.exempted(request);
      request.annotate?.(names.exempt, "runtimeClass");
      return;
    }
    if (!isTemplate) request.annotate?.(names.enforced, isFree ? "privileged:latest" : policyText(enforce));
    const audited = evaluate(audit, pod);
    if (audited.length > 0) {
      observer.evaluated({ request, mode: "audit", policy: audit, isAllowed: false });
      request.annotate?.(names.audit, violation("would violate", policyText(audit), audited));
    }
    const findings = isTemplate ? [] : evaluate(enforce, pod);
    if (!isTemplate)
      observer.evaluated({ request, mode: "enforce", policy: enforce, isAllowed: findings.length === 0 });
    if (findings.length > 0) throw forbidden(request, violation("violates", policyText(enforce), findings));
    const noted = evaluate(warn, pod);
    if (noted.length === 0) return;
    observer.evaluated({ request, mode: "warn", policy: warn, isAllowed: false });
    request.warn(violation("would violate", policyText(warn), noted));
  };
}

function violation(word: string, policy: string, findings: readonly Finding[]): string {
  return `${word} PodSecurity "${policy}": ${findings.map(({ reason, detail }) => `${reason} (${detail})`).join(", ")}`;
}
