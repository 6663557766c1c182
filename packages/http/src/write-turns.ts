import type { Clock } from "@svc/base";

interface WriteTurnsOptions {
  readonly clock: Pick<Clock, "monotonic">;
  /** Milliseconds of a turn of the event loop that writes may take. @default 2 */
  readonly turnMs?: number;
  /** Calls back after what arrived in this round was read. @default setImmediate */
  readonly schedule?: (callback: () => void) => void;
}

const defaultTurnMs = 2;

/**
 * Divides the time of the event loop between large bodies and everything else. Encrypting a chunk
 * of a body takes time, and the system accepts chunks for many clients in one turn: without a
 * bound, a few hundred concurrent responses block the loop for tenths of a second, in which no
 * connection is accepted or read.
 */
export class WriteTurns {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #turnMs: number;
  readonly #schedule: (callback: () => void) => void;
  /** In the order in which they came, so that bodies advance equally. */
  readonly #waiting: (() => void)[] = [];
  #usedMs = 0;
  #isScheduled = false;

  constructor({ clock, turnMs = defaultTurnMs, schedule = setImmediate }: WriteTurnsOptions) {
    this.#clock = clock;
    this.#turnMs = turnMs;
    this.#schedule = schedule;
  }

  /** Writes one chunk: now if this turn has time for it, otherwise in one of the next. */
  run(write: () => void): void {
    if (this.#waiting.length === 0 && this.#usedMs < this.#turnMs) this.#measure(write);
    else this.#waiting.push(write);
    this.#scheduleTurn();
  }

  #scheduleTurn(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    this.#usedMs = 0;
    while (this.#usedMs < this.#turnMs) {
      const write = this.#waiting.shift();
      if (write === undefined) return;
      this.#measure(write);
    }
    if (this.#waiting.length > 0) this.#scheduleTurn();
  }

  #measure(write: () => void): void {
    const startedMs = this.#clock.monotonic();
    write();
    this.#usedMs += this.#clock.monotonic() - startedMs;
  }
}
