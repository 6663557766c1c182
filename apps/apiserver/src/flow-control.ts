import type { FlowControlOptions } from "@svc/flow-control";
import { boolean, integer, type Shape } from "./flag-shapes.ts";

/** Flags of flow control. */
export interface FlowControlFlags {
  readonly enablePriorityAndFairness: boolean;
  readonly maxRequestsInflight: number;
  readonly maxMutatingRequestsInflight: number;
}

const most = 1_000_000;

/** Adds the flags of flow control. */
export function addFlowControlFlags(add: (flags: string, description: string, shape?: Shape) => void): void {
  add(
    "--enable-priority-and-fairness [bool]",
    "whether requests share the server by FlowSchema and PriorityLevelConfiguration objects",
    boolean(true),
  );
  add(
    "--max-requests-inflight <n>",
    "requests that read, at once; with priority and fairness, the sum of both is the number of seats",
    integer(400, 0, most),
  );
  add("--max-mutating-requests-inflight <n>", "requests that write, at once", integer(200, 0, most));
}

/** The options that the flags stand for. */
export function flowControlOptions(flags: FlowControlFlags): FlowControlOptions {
  return {
    enabled: flags.enablePriorityAndFairness,
    maxRequestsInFlight: flags.maxRequestsInflight,
    maxMutatingRequestsInFlight: flags.maxMutatingRequestsInflight,
  };
}
