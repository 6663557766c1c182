import type { Clock } from "@svc/base";
import { FairQueues, type Refusal, type Usage } from "../queueing/fair-queues.ts";
import type { Ticket, TicketRequest } from "../queueing/ticket.ts";
import type { LevelMeters } from "./level-meters.ts";
import type { LevelSettings } from "./level-settings.ts";
import { RetryAfter } from "./retry-after.ts";
import { type DemandOfPeriod, SeatDemand } from "./seat-demand.ts";
import type { SeatLimits } from "./seat-limits.ts";

/** Weight of the last period against all before it, where demand falls. */
const smoothing = 0.977;
const maxSeatsOfRequest = 10;
/** Of the nominal seats of a level with queues, what one request may have. */
const maxPartOfRequest = 0.15;

const oneRequest: Usage = { executing: 1, waiting: 0, seatsInUse: 1, seatsWaiting: 0 };

interface PriorityLevelOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  readonly settings: LevelSettings;
  readonly limits: SeatLimits;
  readonly meters: LevelMeters;
  /** Called when the last request of a level whose object is gone has ended. */
  readonly onGone: () => void;
}

/** A priority level while the server runs: its seats, its queues, and its demand. */
export class PriorityLevel<T> {
  readonly #clock: Pick<Clock, "monotonic" | "after">;
  readonly #demand = new SeatDemand();
  readonly #meters: LevelMeters;
  readonly queues: FairQueues<T>;
  readonly retryAfter: RetryAfter = new RetryAfter();
  settings: LevelSettings;
  limits: SeatLimits;
  /** The most that one request may have of its seats. */
  maxSeats: number;
  /** Its object is gone; it ends when its last request does. */
  isQuiescing = false;
  dispatched = 0;
  /** Requests that were refused; includes the requests that gave up. */
  rejected = 0;
  /** Requests that waited too long, or whose clients disconnected. */
  gaveUp = 0;
  #smoothed = 0;
  #target = 0;
  #lastDemand: DemandOfPeriod = { average: 0, deviation: 0, highest: 0 };
  /** The time until which the usage is recorded. */
  #heldMs: number;
  /** Of the time since, in which no other request has seats: how long one was served. */
  #aloneMs = 0;

  constructor({ clock, settings, limits, meters, onGone }: PriorityLevelOptions) {
    this.#clock = clock;
    this.#meters = meters;
    this.#heldMs = clock.monotonic();
    this.settings = settings;
    this.limits = limits;
    this.maxSeats = maxSeatsOf(settings, limits);
    this.queues = new FairQueues({
      clock,
      response: settings.response,
      seats: limits.initial,
      onChange: (usage, nowMs) => this.#hold(usage, nowMs),
      onNoSeats: ({ schema }) => meters.noSeats(schema),
      onIdle: () => {
        if (this.isQuiescing) onGone();
      },
    });
  }

  get name(): string {
    return this.settings.name;
  }

  get uid(): string {
    return this.settings.uid;
  }

  get isExempt(): boolean {
    return this.settings.shares.isExempt;
  }

  get demand(): DemandOfPeriod & { readonly smoothed: number; readonly target: number } {
    return { ...this.#lastDemand, smoothed: this.#smoothed, target: this.#target };
  }

  enter(request: TicketRequest<T>): Ticket<T> | Refusal {
    const entered = this.queues.enter(request);
    if (typeof entered === "string") this.rejected++;
    return entered;
  }

  /**
   * Records a request of one seat that has been served. Nothing else has happened at this level in
   * between, so it needed no ticket.
   */
  served(startedMs: number, endedMs: number): void {
    this.dispatched++;
    const { queues } = this;
    queues.arrived();
    if (queues.seatsInUse === 0 && queues.waiting === 0) {
      this.#aloneMs += endedMs - startedMs;
      return;
    }
    this.#hold(queues, startedMs);
    const { executing, waiting, seatsInUse, seatsWaiting } = queues;
    this.#hold({ executing: executing + 1, waiting, seatsInUse: seatsInUse + 1, seatsWaiting }, endedMs);
  }

  /** Removes a request that has waited too long, or whose client has disconnected. */
  giveUp(ticket: Ticket<T>): boolean {
    if (!this.queues.abandon(ticket)) return false;
    this.gaveUp++;
    this.rejected++;
    return true;
  }

  /** Seats stay as they are where the new bounds allow it. */
  configure(settings: LevelSettings, limits: SeatLimits): void {
    this.#meters.flush(this);
    this.settings = settings;
    if (
      limits.nominal !== this.limits.nominal ||
      limits.lower !== this.limits.lower ||
      limits.upper !== this.limits.upper
    )
      this.setSeats(limits.initial);
    this.limits = limits;
    this.maxSeats = maxSeatsOf(settings, limits);
    this.queues.configure({ response: settings.response, seats: this.queues.seats });
  }

  setSeats(seats: number): void {
    if (seats !== this.queues.seats) this.#meters.flush(this);
    this.queues.configure({ response: this.queues.response, seats });
  }

  /** Ends a period. @returns the minimum of the next one, and the target */
  adjust(): { readonly least: number; readonly target: number } {
    this.#hold(this.queues, this.#clock.monotonic());
    this.#meters.flush(this);
    const demand = this.#demand.take();
    this.#lastDemand = demand;
    const envelope = demand.average + demand.deviation;
    this.#smoothed = Math.max(envelope, smoothing * this.#smoothed + (1 - smoothing) * envelope);
    const least = Math.max(this.limits.lower, Math.min(this.limits.nominal, demand.highest));
    this.#target = Math.max(least, this.#smoothed);
    return { least, target: this.#target };
  }

  /** @param usage what it has been since the last call, and is until now */
  #hold(usage: Usage, nowMs: number): void {
    const lastedMs = nowMs - this.#heldMs - this.#aloneMs;
    if (this.#aloneMs > 0) this.#record(oneRequest, this.#aloneMs);
    this.#record(usage, Math.max(lastedMs, 0));
    this.#aloneMs = 0;
    this.#heldMs = nowMs;
  }

  #record(usage: Usage, lastedMs: number): void {
    this.#demand.hold(usage.seatsInUse + usage.seatsWaiting, lastedMs);
    this.#meters.hold(this, usage, lastedMs);
  }
}

function maxSeatsOf({ response }: LevelSettings, { nominal }: SeatLimits): number {
  if (response.kind !== "queue") return maxSeatsOfRequest;
  const part = Math.min(Math.ceil(maxPartOfRequest * nominal), Math.floor(nominal / response.handSize));
  return Math.max(1, Math.min(maxSeatsOfRequest, part));
}
