import { type Ticket, widthOf } from "./ticket.ts";

/** One queue of a level, for as long as a request is in it or was started from it. */
export class Queue<T> {
  readonly index: number;
  readonly waiting: Ticket<T>[] = [];
  executing = 0;
  seatsInUse = 0;
  /** Virtual time at which the next request of the queue starts, in seat-seconds. */
  nextDispatchR: number;
  /** Estimated work of all that wait, in seat-seconds. */
  waitingWork = 0;

  constructor(index: number, nextDispatchR: number) {
    this.index = index;
    this.nextDispatchR = nextDispatchR;
  }

  get isIdle(): boolean {
    return this.waiting.length === 0 && this.executing === 0;
  }

  /** What dumps show: sums over the requests that wait. */
  sums(): { readonly seats: number; readonly maxSeats: number; readonly work: number } {
    let [seats, maxSeats] = [0, 0];
    for (const { work } of this.waiting) {
      seats += work.seats;
      maxSeats += widthOf(work);
    }
    return { seats, maxSeats, work: this.waitingWork };
  }
}
