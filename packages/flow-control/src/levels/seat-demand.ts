/** The demand for seats of a level during one period. */
export interface DemandOfPeriod {
  readonly average: number;
  readonly deviation: number;
  readonly highest: number;
}

/** Integrates a number over time: its average, its standard deviation, and its highest value. */
export class SeatDemand {
  #lastedMs = 0;
  #last = 0;
  #sum = 0;
  #squares = 0;
  #highest = 0;

  /** The number had this value for so many milliseconds. */
  hold(value: number, lastedMs: number): void {
    this.#last = value;
    if (value > this.#highest) this.#highest = value;
    this.#lastedMs += lastedMs;
    this.#sum += value * lastedMs;
    this.#squares += value * value * lastedMs;
  }

  /** Ends the period with the last `hold`, and begins the next one. */
  take(): DemandOfPeriod {
    const duration = this.#lastedMs;
    const highest = this.#highest;
    const average = duration > 0 ? this.#sum / duration : this.#last;
    const variance = duration > 0 ? this.#squares / duration - average * average : 0;
    this.#lastedMs = 0;
    this.#sum = 0;
    this.#squares = 0;
    this.#highest = this.#last;
    return { average, deviation: Math.sqrt(Math.max(variance, 0)), highest };
  }
}
