import type { Clock } from "@svc/base";
import { FairOrder } from "./fair-order.ts";

interface LoopTurnsOptions {
  readonly clock: Pick<Clock, "monotonic">;
  /** How long a turn of the event loop may last before requests have to wait. @default 4 */
  readonly turnMs?: number;
  /** Calls back later in the same turn, after what is arriving. @default setImmediate */
  readonly schedule?: (callback: () => void) => void;
}

/** A request that waits for a turn. */
export interface TurnRequest {
  readonly level: string;
  /** Part of the loop that the level has, relative to those of others. */
  readonly weight: number;
  readonly flow: string;
  /** How much work it is, in seats. */
  readonly cost: number;
  readonly start: () => void;
}

/** Callbacks that are scheduled for one turn: each starts at most one request. */
const maxStartsPerTurn = 64;
const defaultTurnMs = 4;

/**
 * Divides the time of the event loop. A request starts at once while the present turn is short.
 * Later requests wait. They are started after what has arrived was read, in fair order, until the
 * turn has lasted its time; the rest waits for the next turn. So a request of a client that asks
 * for little is read, and started before the work of others, at most one turn after it came.
 */
export class LoopTurns {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #turnMs: number;
  readonly #schedule: (callback: () => void) => void;
  readonly #waiting = new FairOrder<() => void>();
  /** The end of this turn's arrivals will be noticed. */
  #isMarked = false;
  #beganMs = 0;
  #untilMs = 0;
  #startedThisTurn = 0;
  #scheduled = 0;

  constructor({ clock, turnMs = defaultTurnMs, schedule = setImmediate }: LoopTurnsOptions) {
    this.#clock = clock;
    this.#turnMs = turnMs;
    this.#schedule = schedule;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a request that came now may start at once. */
  isOpen(nowMs: number): boolean {
    if (!this.#isMarked) this.#mark(nowMs);
    return this.#waiting.size === 0 && nowMs - this.#beganMs < this.#turnMs;
  }

  /** Starts the request when it is its turn. */
  wait({ level, weight, flow, cost, start }: TurnRequest): void {
    if (!this.#isMarked) this.#mark(this.#clock.monotonic());
    this.#waiting.add({ group: level, weight, flow, cost, item: start });
    this.#scheduleStarts();
  }

  #mark(nowMs: number): void {
    this.#isMarked = true;
    this.#beganMs = nowMs;
    this.#schedule(() => this.#arrivalsRead());
  }

  /**
   * What arrived in this turn was read; what it took may be as long again for what waits, so that
   * arrivals alone never stop the work.
   */
  #arrivalsRead(): void {
    this.#isMarked = false;
    if (this.#waiting.size === 0) return;
    const nowMs = this.#clock.monotonic();
    const arrivalsMs = nowMs - this.#beganMs;
    this.#untilMs = nowMs + Math.max(this.#turnMs - arrivalsMs, arrivalsMs);
    this.#startedThisTurn = 0;
    this.#mark(nowMs);
  }

  #scheduleStarts(): void {
    if (this.#scheduled >= Math.min(this.#waiting.size, maxStartsPerTurn)) return;
    this.#scheduled++;
    this.#schedule(() => this.#startNext());
  }

  /** One request a callback: what it does without waiting is done when the next one is called. */
  #startNext(): void {
    this.#scheduled--;
    const nowMs = this.#clock.monotonic();
    if (this.#startedThisTurn === 0 || nowMs < this.#untilMs) {
      const start = this.#waiting.take();
      if (start !== undefined) {
        this.#startedThisTurn++;
        start();
      }
    }
    this.#beganMs = nowMs;
    this.#scheduleStarts();
  }
}
