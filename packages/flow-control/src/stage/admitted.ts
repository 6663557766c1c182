import type { RequestState } from "@svc/server";
import type { FlowMeters } from "../metrics/flow-meters.ts";
import type { Ticket, TicketRequest } from "../queueing/ticket.ts";

/** A request that waits for its seats, or holds them. */
export interface Admitted {
  readonly state: RequestState;
  readonly meters: FlowMeters;
}

/** The ticket of such a request. */
export type AdmittedTicket = Ticket<Admitted>;

/** Such a request before it has a ticket. */
export type AdmittedRequest = TicketRequest<Admitted>;
