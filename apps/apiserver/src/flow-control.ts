import type { FlowControlOptions } from "@svc/flow-control";
import { type AddFlag, boolean, integer } from "@svc/program";

/** Flags of flow control. */
export interface FlowControlFlags {
  readonly enablePriorityAndFairness: boolean;
  readonly maxRequestsInflight: number;
  readonly maxMutatingRequestsInflight: number;
}

const most = 1_000_000;

/** Adds the flags of flow control. */
export function addFlowControlFlags(add: AddFlag): void {
  add(
    "--enable-priority-and-fairness [bool]",
    "schedule requests by FlowSchema and PriorityLevelConfiguration objects",
    boolean(true),
  );
  add(
    "--max-requests-inflight <n>",
    "maximum number of concurrent read requests; with priority and fairness, the two limits add up to the seats",
    integer(400, 0, most),
  );
  add("--max-mutating-requests-inflight <n>", "maximum number of concurrent write requests", integer(200, 0, most));
}

/** The options of flow control, from its flags. */
export function flowControlOptions(flags: FlowControlFlags): FlowControlOptions {
  return {
    enabled: flags.enablePriorityAndFairness,
    maxRequestsInFlight: flags.maxRequestsInflight,
    maxMutatingRequestsInFlight: flags.maxMutatingRequestsInflight,
  };
}
