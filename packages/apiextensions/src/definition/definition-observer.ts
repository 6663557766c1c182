import type { Clock } from "@svc/base";

/** The failure of a call of a conversion webhook. */
export type ConversionFailure = "call" | "malformed_response" | "partial_response" | "invalid_converted_object";

/** One call of a conversion webhook. */
export interface ConversionCall {
  /** The name of the definition. */
  readonly definition: string;
  /** Version of the objects that are sent. */
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  /** Absent for a call that converts all objects. */
  readonly failure?: ConversionFailure;
}

/** Receives how long rules and conversions of extension types take. */
export interface DefinitionObserver {
  readonly clock: Pick<Clock, "monotonic">;
  readonly ruleCompiled: (seconds: number) => void;
  /** All rules of one write. */
  readonly rulesEvaluated: (seconds: number) => void;
  readonly converted: (call: ConversionCall) => void;
}
