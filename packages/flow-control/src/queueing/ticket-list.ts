import type { Ticket } from "./ticket.ts";

/** Tickets in the order in which they were added, linked through their own fields. */
export class TicketList<T> {
  #first: Ticket<T> | undefined;
  #last: Ticket<T> | undefined;

  get first(): Ticket<T> | undefined {
    return this.#first;
  }

  /** @param ticket in no list */
  add(ticket: Ticket<T>): void {
    ticket.previous = this.#last;
    if (this.#last === undefined) this.#first = ticket;
    else this.#last.next = ticket;
    this.#last = ticket;
  }

  /** @param ticket in this list */
  delete(ticket: Ticket<T>): void {
    const { previous, next } = ticket;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    ticket.previous = undefined;
    ticket.next = undefined;
  }

  *[Symbol.iterator](): Iterator<Ticket<T>> {
    for (let ticket = this.#first; ticket !== undefined; ticket = ticket.next) yield ticket;
  }
}
