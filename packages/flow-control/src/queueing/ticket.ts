import type { Flow } from "./flow.ts";
import type { Queue } from "./queue.ts";
import type { Work } from "./work.ts";

/** `waiting → executing → finishing → over`; a request that gives up is over immediately. */
export type TicketState = "waiting" | "executing" | "finishing" | "over";

/** One request in the queues of a level, or on its seats. */
export class Ticket<T> {
  readonly flow: Flow;
  /** Of the flow, where the level has more than one queue to choose from; empty elsewhere. */
  readonly distinguisher: string;
  readonly work: Work;
  readonly payload: T;
  /** By the clock that never goes back. */
  readonly arrivedMs: number;
  startedMs = 0;
  state: TicketState = "waiting";
  /** It has seats, and waits for a turn of the event loop. */
  isIdle = false;
  /** Its seats are those of requests that have not begun. */
  isOnLoan = false;
  /** Undefined where the level has no queues. */
  queue: Queue<Ticket<T>> | undefined;
  /** Neighbours in the list of the requests that hold seats. */
  previous: Ticket<T> | undefined;
  next: Ticket<T> | undefined;
  /** Called once, when a request that had to wait gets its seats. */
  onStart: (() => void) | undefined;

  constructor(request: TicketRequest<T>, hasFlows: boolean) {
    this.flow = request.flow;
    this.distinguisher = hasFlows ? request.flow.distinguisher : "";
    this.work = request.work;
    this.payload = request.payload;
    this.arrivedMs = request.nowMs;
  }
}

/** A request that enters the queues. */
export interface TicketRequest<T> {
  readonly flow: Flow;
  readonly work: Work;
  /** Data of the ticket's owner. */
  readonly payload: T;
  readonly nowMs: number;
}
