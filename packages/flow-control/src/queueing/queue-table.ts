import type { Deck, Flow } from "./flow.ts";
import { Queue } from "./queue.ts";
import type { Ticket } from "./ticket.ts";

/** Idle queues are kept while a level has no more queues than this. */
const maxKeptQueues = 64;

/** The queues of a level: active ones and a few idle ones, since a level may have millions. */
export class QueueTable<T> {
  readonly #queues = new Map<number, Queue<Ticket<T>>>();
  /** The queues that the level is to have. */
  #wanted = 0;
  /**
   * Queues that there are, idle ones included. Of more queues than the level is to have, those in
   * which a request ends and leaves none are removed.
   */
  count = 0;
  /** Requests that came, whatever became of them. The choice among equal queues goes by it. */
  arrivals = 0;

  /** More queues are there at once. */
  configure(wanted: number): void {
    this.#wanted = wanted;
    this.count = Math.max(this.count, wanted);
  }

  /** Undefined where the queue is idle. */
  active(index: number): Queue<Ticket<T>> | undefined {
    const queue = this.#queues.get(index);
    return queue?.isIdle === false ? queue : undefined;
  }

  /** Queues in which requests wait or run, in no particular order. */
  *allActive(): Iterable<Queue<Ticket<T>>> {
    for (const queue of this.#queues.values()) if (!queue.isIdle) yield queue;
  }

  /**
   * Of the flow's hand the queue in which the least work waits. Of equal ones it takes the next of
   * the hand with each request.
   * @param virtualMs the virtual time at which an idle queue begins
   */
  shortest(flow: Flow, { queues, handSize }: Deck, virtualMs: number): Queue<Ticket<T>> {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    const hand = flow.hand(queues, handSize);
    const first = this.arrivals++ % hand.length;
    for (let at = 0; at < hand.length; at++) {
      const index = hand[(first + at) % hand.length] as number;
      const work = this.#queues.get(index)?.waitingWork ?? 0;
      if (work >= least) continue;
      best = index;
      least = work;
      if (work === 0) break;
    }
    let queue = this.#queues.get(best);
    if (queue === undefined) this.#queues.set(best, (queue = new Queue<Ticket<T>>(best, virtualMs)));
    else if (queue.isIdle) queue.reset(virtualMs);
    return queue;
  }

  /** Forgets a queue that may be idle. */
  dropIdle(queue: Queue<Ticket<T>>): void {
    if (queue.isIdle && this.#queues.size > maxKeptQueues) this.#queues.delete(queue.index);
  }

  /** A request of a queue has ended. Queues behind a removed one move up. */
  ended(queue: Queue<Ticket<T>>): void {
    if (!queue.isIdle || this.count <= this.#wanted) {
      this.dropIdle(queue);
      return;
    }
    this.count--;
    this.#queues.delete(queue.index);
    const behind = [...this.#queues.values()].filter(({ index }) => index > queue.index);
    for (const { index } of behind) this.#queues.delete(index);
    for (const other of behind) this.#queues.set(--other.index, other);
  }
}
