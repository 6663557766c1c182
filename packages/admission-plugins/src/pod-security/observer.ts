import type { AdmissionRequest } from "@svc/admission";
import type { modes, Policy } from "./policy.ts";

/** The evaluation of a pod or pod template against a policy. */
export interface PodSecurityEvaluation {
  readonly request: AdmissionRequest;
  readonly mode: (typeof modes)[number];
  readonly policy: Policy;
  readonly isAllowed: boolean;
}

/** Receives the results of the step, for metrics. */
export interface PodSecurityObserver {
  /** Every comparison with the enforced policy, and violations of the other two. */
  evaluated(evaluation: PodSecurityEvaluation): void;
  exempted(request: AdmissionRequest): void;
}

export const noObserver: PodSecurityObserver = { evaluated: () => undefined, exempted: () => undefined };
