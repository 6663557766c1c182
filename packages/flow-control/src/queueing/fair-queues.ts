import type { Clock } from "@svc/base";
import type { Flow } from "./flow.ts";
import { Queue } from "./queue.ts";
import { Ticket, type TicketRequest, widthOf, workOf } from "./ticket.ts";

/** What happens to requests that find no free seats. */
export type LimitResponse =
  | { readonly kind: "exempt" }
  | { readonly kind: "reject" }
  | { readonly kind: "queue"; readonly queues: number; readonly handSize: number; readonly queueLengthLimit: number };

/** Why a request is refused at once. */
export type Refusal = "concurrency-limit" | "queue-full";

/** What is in use of a level, told before each change. */
export interface Usage {
  readonly executing: number;
  readonly waiting: number;
  readonly seatsInUse: number;
  readonly seatsWaiting: number;
}

interface FairQueuesOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  readonly response: LimitResponse;
  /** Seats that there are. With 0, one request runs at a time. */
  readonly seats: number;
  /** Called before each change of the usage. @default nothing */
  readonly onChange?: (usage: Usage, nowMs: number) => void;
  /** Called when the next request in line needs more seats than are free. @default nothing */
  readonly onNoSeats?: (flow: Flow) => void;
}

/** How long requests are assumed to take before it is known. */
const serviceSeconds = 0.003;

/**
 * The seats of one priority level, and the queues of requests that wait for them. Requests of a
 * flow choose the shortest of a few queues; queues take turns by the work that they had done, so
 * that each gets an equal part of the seats while it wants it.
 *
 * Virtual time, `R`, advances by the seat-seconds that each active queue may have had; a queue's
 * next request starts at its own virtual time, which advances by what the queue has used. The
 * queue whose next request would end first goes first, and a request that needs more seats than
 * are free is waited for, so that wide requests don't starve.
 * Source: KEP-1040, "Fair Queuing for Server Requests".
 */
export class FairQueues<T> implements Usage {
  readonly #clock: Pick<Clock, "monotonic" | "after">;
  readonly #onChange: ((usage: Usage, nowMs: number) => void) | undefined;
  readonly #onNoSeats: ((flow: Flow) => void) | undefined;
  /** Active ones only: a level may be configured with millions. */
  readonly #queues = new Map<number, Queue<T>>();
  /** Those in which requests wait; of equals, the first goes first. */
  readonly #withWaiting = new Set<Queue<T>>();
  readonly #running = new Set<Ticket<T>>();
  #response: LimitResponse;
  #seats: number;
  #r = 0;
  #rAtMs: number;
  executing = 0;
  waiting = 0;
  seatsInUse = 0;
  seatsWaiting = 0;
  /** Virtual time when a request was last started. */
  dispatchedR = 0;
  /** Virtual start of the request that was started last. */
  latestStart = 0;

  constructor({ clock, response, seats, onChange, onNoSeats }: FairQueuesOptions) {
    this.#clock = clock;
    this.#response = response;
    this.#seats = seats;
    this.#onChange = onChange;
    this.#onNoSeats = onNoSeats;
    this.#rAtMs = clock.monotonic();
  }

  /** Seats that there are. */
  get seats(): number {
    return this.#seats;
  }

  get response(): LimitResponse {
    return this.#response;
  }

  /** Virtual time as of the last change, in seat-seconds. */
  get virtualSeconds(): number {
    return this.#r;
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.waiting === 0;
  }

  /** Active queues, in no particular order. */
  get queues(): Iterable<Queue<T>> {
    return this.#queues.values();
  }

  queue(index: number): Queue<T> | undefined {
    return this.#queues.get(index);
  }

  /** Requests that hold seats. */
  get running(): Iterable<Ticket<T>> {
    return this.#running;
  }

  /** What waits keeps its queue; more seats are for what waits first. */
  configure({ response, seats }: { readonly response: LimitResponse; readonly seats: number }): void {
    const nowMs = this.#clock.monotonic();
    this.#advance(nowMs);
    this.#response = response;
    this.#seats = seats;
    this.#dispatch(nowMs);
  }

  /**
   * A request that comes: it is `executing` when the call returns, or it is `waiting` and its
   * `onStart` is called later, or it is refused.
   */
  enter(request: TicketRequest<T>): Ticket<T> | Refusal {
    const { nowMs, flow, work } = request;
    const width = widthOf(work);
    const mayStart = this.waiting === 0 && this.#hasRoom(width);
    if (!mayStart && this.#response.kind === "reject") return "concurrency-limit";
    this.#advance(nowMs);
    const queue = this.#response.kind === "queue" ? this.#shortest(flow, this.#response) : undefined;
    const ticket = new Ticket(request);
    ticket.queue = queue;
    if (mayStart) {
      this.#onChange?.(this, nowMs);
      this.#start(ticket, nowMs);
      return ticket;
    }
    if (queue === undefined || this.#response.kind !== "queue") return "concurrency-limit";
    if (queue.waiting.length >= this.#response.queueLengthLimit) {
      this.#dropIdle(queue);
      return "queue-full";
    }
    this.#onChange?.(this, nowMs);
    // A queue that had nothing to wait for saved nothing up.
    if (queue.waiting.length === 0) queue.nextDispatchR = Math.max(queue.nextDispatchR, this.#r);
    queue.waiting.push(ticket);
    queue.waitingWork += workOf(work, serviceSeconds);
    this.#withWaiting.add(queue);
    this.waiting++;
    this.seatsWaiting += width;
    this.#dispatch(nowMs);
    return ticket;
  }

  /** A request that was served. Its final seats, if any, are held for their time. */
  finish(ticket: Ticket<T>, nowMs: number = this.#clock.monotonic()): void {
    if (ticket.state !== "executing") return;
    const { finalSeats, finalMs } = ticket.work;
    if (finalMs <= 0 || finalSeats <= 0) {
      this.#release(ticket, nowMs);
      return;
    }
    this.#advance(nowMs);
    this.#onChange?.(this, nowMs);
    ticket.state = "finishing";
    this.executing--;
    this.#occupy(ticket.queue, finalSeats - widthOf(ticket.work));
    this.#clock.after(finalMs, () => this.#release(ticket, this.#clock.monotonic()));
    this.#dispatch(nowMs);
  }

  /** A request that does not wait any longer. False where it does not wait. */
  abandon(ticket: Ticket<T>): boolean {
    if (ticket.state !== "waiting") return false;
    const { queue } = ticket;
    const at = queue?.waiting.indexOf(ticket) ?? -1;
    if (queue === undefined || at < 0) return false;
    const nowMs = this.#clock.monotonic();
    this.#advance(nowMs);
    this.#onChange?.(this, nowMs);
    this.#take(queue, at);
    ticket.state = "over";
    this.#dropIdle(queue);
    this.#dispatch(nowMs);
    return true;
  }

  #hasRoom(width: number): boolean {
    return this.#response.kind === "exempt" || this.seatsInUse === 0 || this.seatsInUse + width <= this.#seats;
  }

  #advance(nowMs: number): void {
    const active = this.#queues.size;
    const wanted = this.seatsInUse + this.seatsWaiting;
    if (active > 0 && nowMs > this.#rAtMs)
      this.#r += ((nowMs - this.#rAtMs) / 1000) * (Math.min(wanted, Math.max(this.#seats, 1)) / active);
    this.#rAtMs = nowMs;
  }

  /** Of the flow's hand the queue with the least work, counting what runs as much as what waits. */
  #shortest(flow: Flow, { queues, handSize }: Extract<LimitResponse, { readonly kind: "queue" }>): Queue<T> {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const index of flow.hand(queues, handSize)) {
      const queue = this.#queues.get(index);
      const work = queue === undefined ? 0 : queue.waitingWork + queue.seatsInUse * serviceSeconds;
      if (work >= least) continue;
      [best, least] = [index, work];
      if (work === 0) break;
    }
    let queue = this.#queues.get(best);
    if (queue === undefined) this.#queues.set(best, (queue = new Queue<T>(best, this.#r)));
    return queue;
  }

  /** Starts what can be started, in the order of virtual ends. */
  #dispatch(nowMs: number): void {
    while (this.waiting > 0) {
      const queue = this.#next();
      const ticket = queue?.waiting[0];
      if (queue === undefined || ticket === undefined) return;
      if (!this.#hasRoom(widthOf(ticket.work))) {
        this.#onNoSeats?.(ticket.flow);
        return;
      }
      this.#onChange?.(this, nowMs);
      this.#take(queue, 0);
      this.#start(ticket, nowMs);
      ticket.onStart?.();
    }
  }

  #next(): Queue<T> | undefined {
    let best: Queue<T> | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const queue of this.#withWaiting) {
      const [head] = queue.waiting;
      if (head === undefined) continue;
      const end = queue.nextDispatchR + workOf(head.work, serviceSeconds);
      if (end < earliest) [best, earliest] = [queue, end];
    }
    return best;
  }

  /** Takes a waiting request out of its queue; of equal queues, this one is the last now. */
  #take(queue: Queue<T>, at: number): void {
    const [ticket] = queue.waiting.splice(at, 1);
    if (ticket === undefined) return;
    queue.waitingWork = queue.waiting.length === 0 ? 0 : queue.waitingWork - workOf(ticket.work, serviceSeconds);
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
    this.dispatchedR = this.#r;
    this.latestStart = queue.nextDispatchR;
    queue.nextDispatchR += workOf(work, serviceSeconds);
  }

  #occupy(queue: Queue<T> | undefined, seats: number): void {
    this.seatsInUse += seats;
    if (queue !== undefined) queue.seatsInUse += seats;
  }

  #release(ticket: Ticket<T>, nowMs: number): void {
    const { queue, work, startedMs } = ticket;
    const isFinishing = ticket.state === "finishing";
    this.#advance(nowMs);
    this.#onChange?.(this, nowMs);
    if (!isFinishing) this.executing--;
    ticket.state = "over";
    this.#running.delete(ticket);
    this.#occupy(queue, isFinishing ? -work.finalSeats : -widthOf(work));
    if (queue !== undefined) {
      queue.executing--;
      // What it really took, in place of what was assumed.
      const seconds = (nowMs - startedMs - (isFinishing ? work.finalMs : 0)) / 1000;
      queue.nextDispatchR += (Math.max(seconds, 0) - serviceSeconds) * work.seats;
      this.#dropIdle(queue);
    }
    if (this.waiting > 0) this.#dispatch(nowMs);
  }

  #dropIdle(queue: Queue<T>): void {
    if (queue.isIdle) this.#queues.delete(queue.index);
  }
}
