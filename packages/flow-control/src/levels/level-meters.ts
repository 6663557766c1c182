import type { LimitResponse, Usage } from "../queueing/fair-queues.ts";
import type { SeatLimits } from "./seat-limits.ts";

/** The measured values of a level. */
export interface MeasuredLevel {
  readonly queues: Usage & { readonly seats: number; readonly response: LimitResponse };
  readonly limits: SeatLimits;
}

/** Measures one level. */
export interface LevelMeters {
  /** The usage was this one for so many milliseconds; called before each change. */
  hold(level: MeasuredLevel, usage: Usage, lastedMs: number): void;
  /**
   * Called every 10 s, and before the limits or the seats of the level change: observes what was
   * only counted since the last call.
   */
  flush(level: MeasuredLevel): void;
  /** Called when a request of a schema has to wait for more seats than are free. */
  noSeats(schema: string): void;
}

/** Measures nothing. */
export const noMeters: LevelMeters = { hold: () => undefined, flush: () => undefined, noSeats: () => undefined };
