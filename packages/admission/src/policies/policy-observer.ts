import type { Operation } from "../admission.ts";

/** An expression of a policy that did not hold or failed, with the action taken. */
export interface PolicyCheck {
  readonly policy: string;
  readonly binding: string;
  /** `allow` where the failure policy let an error pass. */
  readonly action: "deny" | "warn" | "audit" | "allow";
  readonly error: "invalid_error" | "out_of_budget";
  readonly seconds: number;
}

/** The match conditions of a policy for one request. */
export interface PolicyConditions {
  readonly policy: string;
  readonly operation: Operation;
  readonly type: "admit" | "validate";
  readonly outcome: "matched" | "excluded" | "failed";
  readonly seconds: number;
}

/** Receives what policies find. */
export interface PolicyObserver {
  readonly checked?: (check: PolicyCheck) => void;
  readonly conditions?: (conditions: PolicyConditions) => void;
}
