import type { AdmissionRequest } from "@svc/admission";
import type { modes, Policy } from "./policy.ts";

/** A pod, or what pods are made of, that was compared with a policy. */
export interface PodSecurityEvaluation {
  readonly request: AdmissionRequest;
  readonly mode: (typeof modes)[number];
  readonly policy: Policy;
  readonly isAllowed: boolean;
}

/** Told what the step did; for metrics. */
export interface PodSecurityObserver {
  /** Every comparison with the enforced policy, and violations of the other two. */
  evaluated(evaluation: PodSecurityEvaluation): void;
  exempted(request: AdmissionRequest): void;
}

export const noObserver: PodSecurityObserver = { evaluated: () => undefined, exempted: () => undefined };
