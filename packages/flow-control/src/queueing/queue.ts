import { type Work, widthOf } from "./work.ts";

/** A request that a queue holds. */
export interface Queued {
  readonly work: Work;
  /** Milliseconds that only go forward. */
  readonly startedMs: number;
}

/** One queue of a level. */
export class Queue<T extends Queued> {
  /** Among the queues of the level; less by one for each removed queue before it. */
  index: number;
  readonly waiting: T[] = [];
  executing = 0;
  seatsInUse = 0;
  /** Estimated work of all that wait, in seat-milliseconds. */
  waitingWork = 0;
  /** Work that the queue was charged for, in seat-milliseconds. */
  #charged: number;
  /** Seats of the running requests; with their start and their charges below. */
  #runningSeats = 0;
  #startedSeatMs = 0;
  #runningCharge = 0;

  constructor(index: number, virtualMs: number) {
    this.index = index;
    this.#charged = virtualMs;
  }

  /** Begins anew: what an idle queue has used before does not count. */
  reset(virtualMs: number): void {
    this.#charged = virtualMs;
    this.#runningSeats = 0;
    this.#startedSeatMs = 0;
    this.#runningCharge = 0;
  }

  get isIdle(): boolean {
    return this.waiting.length === 0 && this.executing === 0;
  }

  /** Virtual time at which the next request of the queue starts: all that the queue has used. */
  virtualStart(nowMs: number): number {
    const used = this.#runningSeats * nowMs - this.#startedSeatMs;
    return this.#charged + Math.max(0, used - this.#runningCharge);
  }

  /** Removes the credit that the queue accumulated while it was idle. */
  raiseTo(virtualMs: number, nowMs: number): void {
    this.#charged += Math.max(0, virtualMs - this.virtualStart(nowMs));
  }

  charge({ work, startedMs }: Queued, estimate: number): void {
    this.#charged += estimate;
    this.#runningCharge += estimate;
    this.#runningSeats += work.seats;
    this.#startedSeatMs += work.seats * startedMs;
  }

  /** Charges what a request really used, in place of the estimate. */
  settle({ work, startedMs }: Queued, estimate: number, endedMs: number): void {
    this.#charged += work.seats * (endedMs - startedMs) + work.finalSeats * work.finalMs - estimate;
    this.#runningCharge -= estimate;
    this.#runningSeats -= work.seats;
    this.#startedSeatMs -= work.seats * startedMs;
  }

  /** Sums over the waiting requests, for dumps. */
  sums(): { readonly seats: number; readonly maxSeats: number; readonly work: number } {
    let [seats, maxSeats] = [0, 0];
    for (const { work } of this.waiting) {
      seats += work.seats;
      maxSeats += widthOf(work);
    }
    return { seats, maxSeats, work: this.waitingWork };
  }
}
