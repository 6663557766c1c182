/** The estimated work of a request: its seats and how long it holds them. */
export interface Work {
  /** Seats that it holds while it is served. At least 1. */
  readonly seats: number;
  /** Seats that it holds for some time more, for work that it leaves behind. */
  readonly finalSeats: number;
  readonly finalMs: number;
}

/** Most requests: one seat, and nothing left behind. */
export const oneSeat: Work = { seats: 1, finalSeats: 0, finalMs: 0 };

/** The maximum of seats that a request holds at one time. */
export function widthOf({ seats, finalSeats }: Work): number {
  return Math.max(seats, finalSeats);
}

/** All that it is estimated to use, in seat-milliseconds. */
export function workOf({ seats, finalSeats, finalMs }: Work, serviceMs: number): number {
  return seats * serviceMs + finalSeats * finalMs;
}
