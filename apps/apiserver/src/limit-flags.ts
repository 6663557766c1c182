import { type AddFlag, duration, integer } from "@svc/program";
import { addOverloadFlags, type OverloadFlags } from "./command-line/overload-flags.ts";
import { addFlowControlFlags, type FlowControlFlags } from "./flow-control.ts";

/** Flags of the limits of requests. Durations are milliseconds. */
export interface LimitFlags extends FlowControlFlags, OverloadFlags {
  readonly maxRequestBodyBytes: number;
  readonly requestTimeout: number;
  readonly minRequestTimeout: number;
}

/** Adds the limits of requests, alone and together, and of what clients make the server hold. */
export function addLimitFlags(add: AddFlag): void {
  addRequestFlags(add);
  addFlowControlFlags(add);
  addOverloadFlags(add);
}

function addRequestFlags(add: AddFlag): void {
  add("--max-request-body-bytes <n>", "maximum size of a request body", integer(3_145_728, 1024, 1_073_741_824));
  add(
    "--request-timeout <duration>",
    "time that a request may take that is neither a watch nor a connection; past it the response is 504",
    duration("1m0s"),
  );
  add(
    "--min-request-timeout <seconds>",
    "minimum duration of watches without a timeout of their own",
    integer(1800, 1, 86_400),
  );
}
