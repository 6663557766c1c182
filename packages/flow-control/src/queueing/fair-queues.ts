import type { Clock } from "@svc/base";
import { aFunction, aNumber, anObject, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import type { Flow } from "./flow.ts";
import type { Queue } from "./queue.ts";
import { QueueTable } from "./queue-table.ts";
import { Ticket, type TicketRequest } from "./ticket.ts";
import { TicketList } from "./ticket-list.ts";
import { widthOf, workOf } from "./work.ts";

/** The handling of requests that find no free seats: rejected, or queued within bounds. */
export type LimitResponse =
  | { readonly kind: "exempt" }
  | { readonly kind: "reject" }
  | { readonly kind: "queue"; readonly queues: number; readonly handSize: number; readonly queueLengthLimit: number };

/** The reason why a request is refused immediately. */
export type Refusal = "concurrency-limit" | "queue-full";

/** The seats and queues of a level that are in use, reported before each change. */
export interface Usage {
  readonly executing: number;
  readonly waiting: number;
  readonly seatsInUse: number;
  readonly seatsWaiting: number;
}

interface FairQueuesOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  readonly response: LimitResponse;
  /**
   * Seats that there are. With 0, requests wait in their queues; without queues, one request runs
   * at a time.
   */
  readonly seats: number;
  /** Called before each change of the usage. @default nothing */
  readonly onChange?: (usage: Usage, nowMs: number) => void;
  /**
   * Called when some seats are free, but fewer than the next request in line needs.
   * @default nothing
   */
  readonly onNoSeats?: (flow: Flow) => void;
  /** Called when the last request has ended. @default nothing */
  readonly onIdle?: () => void;
}

/** A flow that has as many requests waiting gets no loan. */
const maxWaitingOfBorrower = 16;

/** The assumed duration of requests before it is measured, in milliseconds. */
const serviceMs = 3;

function queuesOf(response: LimitResponse): number {
  return response.kind === "queue" ? response.queues : 0;
}

const fairQueuesOptions = optionsOf<FairQueuesOptions>({
  clock: withMethods("a Clock of @svc/base", "monotonic", "after"),
  response: anObject,
  seats: aNumber,
  onChange: optional(aFunction),
  onNoSeats: optional(aFunction),
  onIdle: optional(aFunction),
});

/**
 * The seats of one priority level, and the queues of requests that wait for them. A request of a
 * flow joins the shortest of a few queues; queues take turns by the work that they have done, so
 * that each gets an equal share of the seats while it has requests.
 *
 * Each queue has a virtual time, the seat-milliseconds that it has used. The queue with the least
 * goes first. When its request needs more seats than are free, the others wait for it, so that wide
 * requests don't starve. While no request waits, no queue is charged: when requests begin to wait,
 * all queues are equal, and a queue that becomes active later starts at the virtual time of the
 * others.
 *
 * A request that has seats may have to wait for a turn of the event loop, for long where its flow
 * uses much. Meanwhile a flow with few requests may borrow those seats, so that it does not wait
 * for the pauses of another flow. No more seats are lent than there are.
 * Source: KEP-1040, "Fair Queuing for Server Requests", with virtual times as in start-time fair
 * queuing (Goyal, Vin, Cheng: SIGCOMM 1996).
 * @throws {TypeError} for a wrong argument
 */
export class FairQueues<T> implements Usage {
  readonly #clock: Pick<Clock, "monotonic" | "after">;
  readonly #onChange: ((usage: Usage, nowMs: number) => void) | undefined;
  readonly #onNoSeats: ((flow: Flow) => void) | undefined;
  readonly #onIdle: (() => void) | undefined;
  readonly #table = new QueueTable<T>();
  /** Queues in which requests wait; of equals, the first goes first. */
  readonly #withWaiting = new Set<Queue<Ticket<T>>>();
  readonly #running = new TicketList<T>();
  #response: LimitResponse;
  #seats: number;
  /** Virtual start of the last request that was started; it never goes back. */
  #virtual = 0;
  /** Seats of requests that have not begun, without those on loan. */
  #idleSeats = 0;
  #lentSeats = 0;
  executing = 0;
  waiting = 0;
  seatsInUse = 0;
  seatsWaiting = 0;

  constructor(options: FairQueuesOptions) {
    checkArgument("new FairQueues: options", options, fairQueuesOptions);
    const { clock, response, seats, onChange, onNoSeats, onIdle } = options;
    this.#clock = clock;
    this.#response = response;
    this.#seats = seats;
    this.#onChange = onChange;
    this.#onNoSeats = onNoSeats;
    this.#onIdle = onIdle;
    this.#table.configure(queuesOf(response));
  }

  /** Seats that there are. */
  get seats(): number {
    return this.#seats;
  }

  get response(): LimitResponse {
    return this.#response;
  }

  /** Virtual time, in seat-milliseconds. */
  get virtualMs(): number {
    return this.#virtual;
  }

  get isIdle(): boolean {
    return this.#running.first === undefined && this.waiting === 0;
  }

  /** A request came that needs no queue. */
  arrived(): void {
    this.#table.arrivals++;
  }

  /** True where a request of one seat would start immediately. */
  get isOpen(): boolean {
    return this.#isOpen(1);
  }

  /** Active queues, in no particular order. */
  get queues(): Iterable<Queue<Ticket<T>>> {
    return this.#table.allActive();
  }

  /** Queues that there are, idle ones included; more than there are to be until those are empty. */
  get queueCount(): number {
    return this.#table.count;
  }

  get #hasFlows(): boolean {
    return this.#response.kind === "queue" && this.#response.queues > 1;
  }

  /** Undefined where the queue is idle. */
  queue(index: number): Queue<Ticket<T>> | undefined {
    return this.#table.active(index);
  }

  /** Requests that hold seats. */
  get running(): Iterable<Ticket<T>> {
    return this.#running;
  }

  /** What waits keeps its queue; more seats are for what waits first. */
  configure({ response, seats }: { readonly response: LimitResponse; readonly seats: number }): void {
    this.#response = response;
    this.#table.configure(queuesOf(response));
    this.#seats = seats;
    if (this.waiting > 0) this.#dispatch(this.#clock.monotonic());
  }

  /**
   * A request that comes: it is `executing` when the call returns, or it is `waiting` and its
   * `onStart` is called later, or it is refused.
   */
  enter(request: TicketRequest<T>): Ticket<T> | Refusal {
    const { nowMs, flow, work } = request;
    const width = widthOf(work);
    if (this.#isOpen(width)) return this.seat(request);
    if (this.#mayBorrow(flow, width)) return this.#lend(this.seat(request), width);
    const response = this.#response;
    if (response.kind !== "queue") return "concurrency-limit";
    const queue = this.#table.shortest(flow, response, this.#virtual);
    if (queue.waiting.length >= response.queueLengthLimit) {
      this.#table.dropIdle(queue);
      return "queue-full";
    }
    const ticket = new Ticket(request, this.#hasFlows);
    ticket.queue = queue;
    this.#onChange?.(this, nowMs);
    if (this.waiting === 0) this.#makeEqual(nowMs);
    if (queue.waiting.length === 0) queue.raiseTo(this.#virtual, nowMs);
    queue.waiting.push(ticket);
    queue.waitingWork += workOf(work, serviceMs);
    this.#withWaiting.add(queue);
    flow.waiting++;
    this.waiting++;
    this.seatsWaiting += width;
    this.#dispatch(nowMs);
    return ticket;
  }

  /** Takes the seats of a request that need not wait, like one of one seat while `isOpen`. */
  seat(request: TicketRequest<T>): Ticket<T> {
    const ticket = new Ticket(request, this.#hasFlows);
    if (this.#response.kind === "queue")
      ticket.queue = this.#table.shortest(request.flow, this.#response, this.#virtual);
    this.#onChange?.(this, request.nowMs);
    this.#start(ticket, request.nowMs);
    return ticket;
  }

  /** A request that has seats waits for a turn. Its seats may be lent until it begins. */
  rest(ticket: Ticket<T>): void {
    const width = widthOf(ticket.work);
    ticket.isIdle = true;
    ticket.flow.waiting++;
    ticket.flow.idleSeats += width;
    if (!ticket.isOnLoan) this.#idleSeats += width;
  }

  /** A request that rested begins. */
  begin(ticket: Ticket<T>): void {
    if (!ticket.isIdle) return;
    const width = widthOf(ticket.work);
    ticket.isIdle = false;
    ticket.flow.waiting--;
    ticket.flow.idleSeats -= width;
    if (!ticket.isOnLoan) this.#idleSeats -= width;
  }

  /** A request that was served. Its final seats, if any, are held for their time. */
  finish(ticket: Ticket<T>, nowMs: number = this.#clock.monotonic()): void {
    if (ticket.state !== "executing") return;
    this.begin(ticket);
    this.#endLoan(ticket);
    const { finalSeats, finalMs } = ticket.work;
    if (finalMs <= 0 || finalSeats <= 0) {
      this.#release(ticket, nowMs);
      return;
    }
    this.#onChange?.(this, nowMs);
    ticket.state = "finishing";
    ticket.queue?.settle(ticket, workOf(ticket.work, serviceMs), nowMs);
    this.executing--;
    this.#occupy(ticket.queue, finalSeats - widthOf(ticket.work));
    this.#clock.after(finalMs, () => this.#release(ticket, this.#clock.monotonic()));
    this.#dispatch(nowMs);
  }

  /** A request that does not wait any longer, for seats or a turn. False where it does not wait. */
  abandon(ticket: Ticket<T>): boolean {
    if (ticket.isIdle) {
      this.begin(ticket);
      this.#endLoan(ticket);
      this.#release(ticket, this.#clock.monotonic());
      return true;
    }
    if (ticket.state !== "waiting") return false;
    const { queue } = ticket;
    const at = queue?.waiting.indexOf(ticket) ?? -1;
    if (queue === undefined || at < 0) return false;
    const nowMs = this.#clock.monotonic();
    this.#onChange?.(this, nowMs);
    this.#take(queue, at);
    ticket.state = "over";
    this.#table.dropIdle(queue);
    this.#dispatch(nowMs);
    return true;
  }

  #isOpen(width: number): boolean {
    return this.waiting === 0 && this.#hasRoom(width);
  }

  #hasRoom(width: number): boolean {
    const { kind } = this.#response;
    if (kind === "exempt" || this.seatsInUse + width <= this.#seats) return true;
    return this.seatsInUse === 0 && (this.#seats > 0 || kind === "reject");
  }

  /** Seats of other flows are idle, and not all of them are lent. */
  #mayBorrow({ waiting, idleSeats }: Flow, width: number): boolean {
    return waiting < maxWaitingOfBorrower && this.#lentSeats + width <= this.#idleSeats - idleSeats;
  }

  #lend(ticket: Ticket<T>, width: number): Ticket<T> {
    ticket.isOnLoan = true;
    this.#lentSeats += width;
    return ticket;
  }

  #endLoan(ticket: Ticket<T>): void {
    if (!ticket.isOnLoan) return;
    ticket.isOnLoan = false;
    this.#lentSeats -= widthOf(ticket.work);
  }

  /** No request had to wait so far: what each queue has used until now does not count. */
  #makeEqual(nowMs: number): void {
    for (const queue of this.#table.allActive()) this.#virtual = Math.max(this.#virtual, queue.virtualStart(nowMs));
    for (const queue of this.#table.allActive()) queue.raiseTo(this.#virtual, nowMs);
  }

  /** Starts what can be started, in the order of virtual starts. */
  #dispatch(nowMs: number): void {
    while (this.waiting > 0) {
      const queue = this.#next(nowMs);
      const ticket = queue?.waiting[0];
      if (queue === undefined || ticket === undefined) return;
      if (!this.#hasRoom(widthOf(ticket.work))) {
        if (this.seatsInUse < this.#seats) this.#onNoSeats?.(ticket.flow);
        return;
      }
      this.#onChange?.(this, nowMs);
      this.#take(queue, 0);
      this.#start(ticket, nowMs);
      ticket.onStart?.();
    }
  }

  #next(nowMs: number): Queue<Ticket<T>> | undefined {
    let best: Queue<Ticket<T>> | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const queue of this.#withWaiting) {
      const start = queue.virtualStart(nowMs);
      if (start < earliest) [best, earliest] = [queue, start];
    }
    if (best !== undefined) this.#virtual = Math.max(this.#virtual, earliest);
    return best;
  }

  /** Takes a waiting request out of its queue; of equal queues, this one is the last now. */
  #take(queue: Queue<Ticket<T>>, at: number): void {
    const [ticket] = queue.waiting.splice(at, 1);
    if (ticket === undefined) return;
    queue.waitingWork = queue.waiting.length === 0 ? 0 : queue.waitingWork - workOf(ticket.work, serviceMs);
    ticket.flow.waiting--;
    this.waiting--;
    this.seatsWaiting -= widthOf(ticket.work);
    this.#withWaiting.delete(queue);
    if (queue.waiting.length > 0) this.#withWaiting.add(queue);
  }

  #start(ticket: Ticket<T>, nowMs: number): void {
    const { queue, work } = ticket;
    ticket.state = "executing";
    ticket.startedMs = nowMs;
    this.#running.add(ticket);
    this.executing++;
    this.#occupy(queue, widthOf(work));
    if (queue === undefined) return;
    queue.executing++;
    queue.charge(ticket, workOf(work, serviceMs));
  }

  #occupy(queue: Queue<Ticket<T>> | undefined, seats: number): void {
    this.seatsInUse += seats;
    if (queue !== undefined) queue.seatsInUse += seats;
  }

  #release(ticket: Ticket<T>, nowMs: number): void {
    const { queue, work } = ticket;
    const isFinishing = ticket.state === "finishing";
    this.#onChange?.(this, nowMs);
    if (!isFinishing) this.executing--;
    ticket.state = "over";
    this.#running.delete(ticket);
    this.#occupy(queue, isFinishing ? -work.finalSeats : -widthOf(work));
    if (queue !== undefined) {
      queue.executing--;
      if (!isFinishing) queue.settle(ticket, workOf(work, serviceMs), nowMs);
      this.#table.ended(queue);
    }
    if (this.waiting > 0) this.#dispatch(nowMs);
    else if (this.isIdle) this.#onIdle?.();
  }
}
