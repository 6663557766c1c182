import type { RequestState } from "@svc/server";
import type { FlowMeters } from "../metrics/flow-meters.ts";

/** A request that waits for its seats, or holds them. */
export interface Admitted {
  readonly state: RequestState;
  readonly meters: FlowMeters;
}
