/** The demand for seats of a level during one period. */
export interface DemandOfPeriod {
  readonly average: number;
  readonly deviation: number;
  readonly highest: number;
}

/** Integrates a number over time: its average, its standard deviation, and its highest value. */
export class SeatDemand {
  #sinceMs: number;
  #lastMs: number;
  #last = 0;
  #sum = 0;
  #squares = 0;
  #highest = 0;

  constructor(nowMs: number) {
    this.#sinceMs = nowMs;
    this.#lastMs = nowMs;
  }

  /** @param value what the number has been since the last call, and is until now */
  hold(value: number, nowMs: number): void {
    this.#last = value;
    if (value > this.#highest) this.#highest = value;
    const elapsed = nowMs - this.#lastMs;
    if (elapsed <= 0) return;
    this.#lastMs = nowMs;
    this.#sum += value * elapsed;
    this.#squares += value * value * elapsed;
  }

  /** Ends the period with the last `hold`, and begins the next one. */
  take(): DemandOfPeriod {
    const duration = this.#lastMs - this.#sinceMs;
    const highest = this.#highest;
    const average = duration > 0 ? this.#sum / duration : this.#last;
    const variance = duration > 0 ? this.#squares / duration - average * average : 0;
    this.#sinceMs = this.#lastMs;
    this.#sum = 0;
    this.#squares = 0;
    this.#highest = this.#last;
    return { average, deviation: Math.sqrt(Math.max(variance, 0)), highest };
  }
}
