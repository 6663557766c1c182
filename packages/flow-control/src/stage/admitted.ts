import type { RequestState } from "@svc/server";
import type { FlowMeters } from "../metrics/flow-meters.ts";

/** What is known of a request while it waits for its seats, or holds them. */
export interface Admitted {
  readonly state: RequestState;
  readonly meters: FlowMeters;
}
