import type { Clock } from "@svc/base";
import {
  aFunction,
  aNonNegativeNumber,
  anObject,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { FairOrder, type OrderedItem } from "./fair-order.ts";
import { FlowPauses, type PausableFlow, type PauseOptions } from "./flow-pauses.ts";

interface LoopTurnsOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  /**
   * Milliseconds that a turn of the event loop may last before requests have to wait. @default 4
   */
  readonly turnMs?: number;
  /** Calls back later in the same turn, after pending input was read. @default setImmediate */
  readonly schedule?: (callback: () => void) => void;
  /**
   * @default bursts of 2 ms, pauses of three times that, 8 MiB unread beside other flows and 32 MiB
   * alone; for flows with more than 16 requests waiting
   */
  readonly pauses?: PauseOptions;
  /** Connections that were accepted so far. @default none */
  readonly accepted?: () => number;
}

/** A request that waits for a turn. */
export interface TurnRequest {
  readonly level: string;
  /** Part of the loop that the level has, relative to those of others. */
  readonly weight: number;
  readonly flow: PausableFlow;
  /** Its estimated work, in seats. */
  readonly cost: number;
  readonly start: () => void;
}

/** Callbacks that are scheduled for one turn: each starts at most one request. */
const maxStartsPerTurn = 64;
const defaultTurnMs = 4;
/**
 * Turns that begin sooner after the last one that was marked count as a part of it, since marking
 * costs a callback. A turn may last longer by as much.
 */
const unmarkedPart = 0.25;
/**
 * The part of a turn that is left for work while connections come. The event loop accepts one
 * connection a round: with rounds of a whole turn, a client would wait for seconds behind some
 * hundred others that connect at the same time.
 */
const acceptingPart = 0.25;
/**
 * Flows with many requests waiting get a quarter of the time while connections come, since each of
 * their requests may take longer than a turn.
 */
const acceptingRatio = 3;
/** Turns in a row that may be short, so that a flood of connections does not take the loop. */
const maxShortTurns = 2_000;
const defaultPauses: PauseOptions = {
  burstMs: 2,
  ratio: 3,
  freeRequests: 16,
  maxUnreadBytes: 8 * 1024 * 1024,
  maxUnreadBytesAlone: 32 * 1024 * 1024,
};

/** Smaller responses cost a client next to nothing. */
const largeBytes = 64 * 1024;

/** Whether a response of so many bytes counts as unread until the client sends its next request. */
export function isLargeResponse(bytes: number): boolean {
  return bytes >= largeBytes;
}

const loopTurnsOptions = optionsOf<LoopTurnsOptions>({
  clock: withMethods("a Clock of @svc/base", "monotonic", "after"),
  turnMs: optional(aNonNegativeNumber),
  schedule: optional(aFunction),
  pauses: optional(anObject),
  accepted: optional(aFunction),
});

/**
 * Divides the time of the event loop. A request starts immediately while the current turn is short.
 * Later requests wait. They start after pending input was read, in fair order, until the turn has
 * used its time; the rest waits for the next turn. So a request of a modest client is read, and
 * started before the work of others, at most one turn after it arrived. Flows that use much of the
 * loop are paused while other flows need it.
 * @throws {TypeError} for a wrong argument
 */
export class LoopTurns {
  readonly #clock: Pick<Clock, "monotonic" | "after">;
  readonly #turnMs: number;
  readonly #schedule: (callback: () => void) => void;
  readonly #waiting = new FairOrder<() => void, PausableFlow>();
  readonly #pauses: FlowPauses;
  readonly #acceptedNow: () => number;
  #accepted = 0;
  #shortTurns = 0;
  /** The end of this turn's arrivals will be noticed. */
  #isMarked = false;
  #beganMs = Number.NEGATIVE_INFINITY;
  #untilMs = 0;
  #startedThisTurn = 0;
  #scheduled = 0;
  /** Connections come, so flows with many requests waiting start nothing until then. */
  #acceptUntilMs = 0;
  #isAccepting = false;
  /** True while every waiting request is paused; a timer resumes them. */
  #isResting = false;
  /** The request that was started last in this turn, and whose time is not yet recorded. */
  #running: { readonly entry: OrderedItem<() => void, PausableFlow>; readonly startedMs: number } | undefined;

  constructor(options: LoopTurnsOptions) {
    checkArgument("new LoopTurns: options", options, loopTurnsOptions);
    const { clock, turnMs = defaultTurnMs, schedule = setImmediate, pauses = defaultPauses } = options;
    this.#acceptedNow = options.accepted ?? (() => 0);
    this.#clock = clock;
    this.#turnMs = turnMs;
    this.#schedule = schedule;
    this.#pauses = new FlowPauses(pauses);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * A request of a flow has come, whether or not it has seats.
   * @param isRead whether it reads. @default true
   */
  arrived(flow: PausableFlow, nowMs: number, isRead = true): void {
    if (!this.#isMarked && nowMs - this.#beganMs >= this.#turnMs * unmarkedPart) this.#mark(nowMs);
    this.#pauses.arrived(flow, nowMs, isRead);
    if (this.#isResting && this.#pauses.untilMs(flow) <= nowMs) this.#resume();
  }

  /** A large response to a request of a flow is complete. */
  sent(flow: PausableFlow, bytes: number, nowMs: number): void {
    this.#pauses.sent(flow, bytes, nowMs);
  }

  /** True if a request that arrives now may start immediately. */
  isOpen(nowMs: number): boolean {
    return this.#waiting.size === 0 && nowMs - this.#beganMs < this.#turnMs;
  }

  /**
   * Starts the request when it is its turn.
   * @returns a function that gives up its place; without effect once the request has started
   */
  wait({ level, weight, flow, cost, start }: TurnRequest): () => void {
    const nowMs = this.#clock.monotonic();
    if (!this.#isMarked) this.#mark(nowMs);
    const entry = { group: level, weight, flow, cost, item: start };
    this.#waiting.add(entry);
    if (!this.#isResting) this.#scheduleStarts();
    else if (this.#pauses.untilMs(flow) <= nowMs) this.#resume();
    return () => this.#waiting.remove(entry);
  }

  #resume(): void {
    this.#isResting = false;
    if (!this.#isMarked) this.#mark(this.#clock.monotonic());
    this.#scheduleStarts();
  }

  #mark(nowMs: number): void {
    this.#isMarked = true;
    this.#beganMs = nowMs;
    this.#schedule(() => this.#arrivalsRead());
  }

  /**
   * Called after the input of a turn was read. Waiting requests may then take as long as reading
   * took, so that arrivals alone never stop the work.
   */
  #arrivalsRead(): void {
    this.#isMarked = false;
    const nowMs = this.#clock.monotonic();
    this.#account(nowMs);
    if (this.#waiting.size === 0 || this.#isResting) return;
    const arrivalsMs = nowMs - this.#beganMs;
    const workMs = Math.max(this.#turnMs - arrivalsMs, arrivalsMs);
    this.#isAccepting = this.#hasAccepted();
    this.#untilMs = nowMs + (this.#isAccepting ? Math.min(workMs, this.#turnMs * acceptingPart) : workMs);
    this.#startedThisTurn = 0;
    this.#mark(nowMs);
  }

  /** Whether a connection came in this turn, and more may wait behind it. */
  #hasAccepted(): boolean {
    const accepted = this.#acceptedNow();
    const isAccepting = accepted !== this.#accepted;
    this.#accepted = accepted;
    this.#shortTurns = isAccepting ? this.#shortTurns + 1 : 0;
    return isAccepting && this.#shortTurns <= maxShortTurns;
  }

  #scheduleStarts(): void {
    if (this.#scheduled >= Math.min(this.#waiting.size, maxStartsPerTurn)) return;
    this.#scheduled++;
    this.#schedule(() => this.#startNext());
  }

  /**
   * Starts one request in each callback: its synchronous work is complete when the next one starts.
   */
  #startNext(): void {
    this.#scheduled--;
    const nowMs = this.#clock.monotonic();
    this.#account(nowMs);
    if (this.#isResting) return;
    if (this.#startedThisTurn === 0 || nowMs < this.#untilMs) {
      const isHeld = this.#isAccepting && nowMs < this.#acceptUntilMs;
      const entry = this.#waiting.take(
        (flow) => this.#pauses.untilMs(flow) > nowMs || (isHeld && this.#pauses.isHeavy(flow)),
      );
      if (entry !== undefined) {
        this.#startedThisTurn++;
        this.#running = { entry, startedMs: nowMs };
        entry.item();
      } else if (this.#waiting.size > 0 && !isHeld) {
        this.#rest(nowMs);
        return;
      }
    }
    this.#beganMs = nowMs;
    this.#scheduleStarts();
  }

  /** Charges the last request with the time since it was started. */
  #account(nowMs: number): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    const { flow } = running.entry;
    const usedMs = nowMs - running.startedMs;
    if (this.#isAccepting) this.#acceptUntilMs = nowMs + usedMs * acceptingRatio;
    this.#pauses.used(flow, usedMs, nowMs);
  }

  /** Leaves the loop to what arrives, until the first pause is over. */
  #rest(nowMs: number): void {
    this.#isResting = true;
    const flows = this.#waiting.flows();
    const until = flows.reduce((least, flow) => Math.min(least, this.#pauses.untilMs(flow)), Number.POSITIVE_INFINITY);
    this.#clock.after(until - nowMs, () => {
      if (this.#isResting) this.#resume();
    });
  }
}
