import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";

/** Laws that a server relies on. */
export type Law =
  /** A request is admitted, or refused by a `StatusError`; nothing else is thrown. */
  | "total"
  /** Validating steps change nothing, and no step changes the stored object. */
  | "pure"
  /** Mutating an object again changes nothing, since other steps may bring a second round. */
  | "idempotent"
  /** A dry run is judged and changed as the request itself. */
  | "dry"
  /** Warnings and audit annotations are well-formed. */
  | "reported";

/** A request with its expected outcome. */
export interface StepSample {
  readonly name: string;
  /**
   * The relevant fields of the request; the others are those of a create of a ConfigMap `a` in
   * `default`.
   */
  readonly request: Partial<AdmissionRequest>;
  readonly want: "admitted" | "refused";
}

/** A step with sample requests: at least one that it admits. */
export interface StepUnderTest {
  readonly step: AdmissionPlugin;
  readonly samples: readonly StepSample[];
}

/** A case of the suite. */
export interface StepCase {
  /** Stable: lists of known failures refer to it. */
  readonly name: string;
  readonly law: Law;
  readonly run: (underTest: StepUnderTest) => Promise<void>;
}
