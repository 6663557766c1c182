import type { Clock, MaybePromise } from "@svc/base";
import { byteLengthOf, type HttpResponse, isStream, whenEnded } from "@svc/http";
import type { Dialect } from "@svc/meta";
import { currentMs, type FlowPlace, type Next, type RequestState, readClock, type Stage } from "@svc/server";
import type { FlowControl } from "../levels/flow-control.ts";
import type { PriorityLevel } from "../levels/priority-level.ts";
import { isLargeResponse, type LoopTurns } from "../loop/loop-turns.ts";
import type { MatchedSchema } from "../matching/schemas.ts";
import type { FlowMeters, FlowMetersOf, RejectionReason } from "../metrics/flow-meters.ts";
import { type RequestKindMeters, readsOnly } from "../metrics/request-kind-meters.ts";
import { oneSeat, widthOf } from "../queueing/work.ts";
import type { Admitted, AdmittedRequest, AdmittedTicket } from "./admitted.ts";
import { isConnection, waitLimitMs } from "./request-time.ts";
import { tooManyRequestsResponse } from "./too-many-requests.ts";
import type { WatchCounts } from "./watch-counts.ts";
import { type EstimateSources, estimateWork } from "./work-estimate.ts";

interface FlowControlStageDeps {
  readonly control: FlowControl<Admitted>;
  readonly turns: LoopTurns;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly metersOf: FlowMetersOf;
  readonly kinds: RequestKindMeters;
  readonly sources: EstimateSources;
  readonly watches: WatchCounts;
}

type Schema = MatchedSchema<PriorityLevel<Admitted>>;

/** Holds back requests that would take more than their part, or refuses them with 429. */
export function flowControlStage(deps: FlowControlStageDeps): Stage {
  const gate = new Gate(deps);
  const { control } = deps;
  return (state, next) => {
    if (isConnection(state)) return next(state);
    const schema = control.find(state.info, state.user);
    return schema === undefined ? next(state) : gate.pass(schema, state, next);
  };
}

/** A request that was served. */
interface Served {
  readonly flow: AdmittedRequest["flow"];
  readonly state: RequestState;
  readonly endedMs: number;
}

/** The state that all requests of a schema share. */
interface Place extends FlowPlace {
  readonly meters: FlowMeters;
  readonly headers: readonly string[];
}

/** Why a request is refused, and how long it waited before. */
interface Refused {
  readonly reason: RejectionReason;
  readonly waitedMs: number;
}

class Gate {
  readonly #deps: FlowControlStageDeps;
  readonly #schemaHeader: string;
  readonly #levelHeader: string;
  readonly #places = new WeakMap<Schema, Place>();

  constructor(deps: FlowControlStageDeps) {
    this.#deps = deps;
    this.#schemaHeader = `${deps.dialect.headerPrefix}Pf-Flowschema-Uid`;
    this.#levelHeader = `${deps.dialect.headerPrefix}Pf-Prioritylevel-Uid`;
  }

  #placeOf(schema: Schema): Place {
    const known = this.#places.get(schema);
    if (known !== undefined) return known;
    const { name, uid, level } = schema;
    const place = {
      schema: name,
      level: level.name,
      meters: this.#deps.metersOf(name, level.name),
      headers: [
        ...(uid === "" ? [] : [this.#schemaHeader, uid]),
        ...(level.uid === "" ? [] : [this.#levelHeader, level.uid]),
      ],
    };
    // Schemas of levels with queues have the series of waiting requests from the first one on.
    if (level.settings.response.kind === "queue") place.meters.waiting.add(0, 0);
    this.#places.set(schema, place);
    return place;
  }

  pass(schema: Schema, state: RequestState, next: Next): MaybePromise<HttpResponse> {
    const { clock, sources, turns } = this.#deps;
    const { level } = schema;
    const place = this.#placeOf(schema);
    const { meters, headers } = place;
    state.responseHeaders = state.responseHeaders.length === 0 ? headers : [...state.responseHeaders, ...headers];
    const { work, watches } = estimateWork(state.info, sources, level.maxSeats);
    state.flowPlace = place;
    state.flowWork = work;
    if (watches !== undefined) meters.watchCount.observe(watches);
    const nowMs = currentMs(state, clock);
    const payload: Admitted = { state, meters };
    const flow = schema.flowOf(state.info, state.user);
    const { isExempt } = level;
    if (!isExempt) turns.arrived(flow, nowMs, readsOnly(state.info.verb));
    // Requests for the dumps need tickets, since dumps show them too.
    if (work === oneSeat && state.info.isResource && (isExempt || turns.isOpen(nowMs)) && level.queues.isOpen)
      return this.#runOnArrival(level, { flow, work, payload, nowMs }, next);
    meters.estimatedSeats.observe(widthOf(work));
    const ticket = level.enter({ flow, work, payload, nowMs });
    if (typeof ticket === "string") return this.#refuse(level, payload, { reason: ticket, waitedMs: 0 });
    // A request counts itself, though it leaves the queue at once.
    if (level.queues.response.kind === "queue")
      meters.queueLength.observe(ticket.state === "waiting" ? (ticket.queue?.waiting.length ?? 1) : 1);
    if (ticket.state === "waiting") return this.#wait(level, ticket, next);
    this.#seated(ticket, nowMs);
    if (isExempt || turns.isOpen(nowMs)) return this.#run(level, ticket, next);
    return this.#waitForTurn(level, ticket, next);
  }

  /**
   * Serves a request that need not wait for its one seat. Most are served without waiting for
   * anything: only the others take it, and need a ticket.
   */
  #runOnArrival(level: PriorityLevel<Admitted>, request: AdmittedRequest, next: Next): MaybePromise<HttpResponse> {
    const { payload, flow, nowMs: startedMs } = request;
    const { state, meters } = payload;
    meters.startedOnArrival(level.queues.response.kind);
    const response = next(state);
    if (response instanceof Promise) {
      level.dispatched++;
      const ticket = level.queues.seat(request);
      this.#seated(ticket, startedMs);
      return response.then((r) => this.#finish(level, ticket, r));
    }
    const endedMs = this.#observeEnd(payload, startedMs);
    level.served(startedMs, endedMs);
    this.#deps.kinds.executed(state.info, startedMs, endedMs);
    return this.#followResponse(level, { flow, state, endedMs }, response);
  }

  /** Waits for seats, then for a turn. */
  #wait(level: PriorityLevel<Admitted>, ticket: AdmittedTicket, next: Next): Promise<HttpResponse> {
    const { clock, kinds } = this.#deps;
    const { state, meters } = ticket.payload;
    const { signal } = state.request;
    const width = widthOf(ticket.work);
    kinds.waiting(state.info, 1, ticket.arrivedMs);
    meters.waiting.add(1, width);
    return new Promise((resolve) => {
      const over = (nowMs: number): void => {
        timer.cancel();
        signal.removeEventListener("abort", giveUp);
        kinds.waiting(state.info, -1, nowMs);
        meters.waiting.add(-1, -width);
      };
      const giveUp = (): void => {
        if (!level.giveUp(ticket)) return;
        const nowMs = clock.monotonic();
        over(nowMs);
        resolve(this.#refuse(level, ticket.payload, { reason: "time-out", waitedMs: nowMs - ticket.arrivedMs }));
      };
      const timer = clock.after(waitLimitMs(state), giveUp);
      signal.addEventListener("abort", giveUp, { once: true });
      if (signal.aborted) giveUp();
      const start = (): void => {
        over(ticket.startedMs);
        this.#seated(ticket, ticket.startedMs);
        resolve(this.#waitForTurn(level, ticket, next));
      };
      ticket.onStart = start;
    });
  }

  #seated({ payload: { state, meters }, work }: AdmittedTicket, nowMs: number): void {
    meters.executing.add(1, widthOf(work));
    this.#deps.kinds.executing(state.info, 1, nowMs);
  }

  #unseated({ payload: { state, meters }, work }: AdmittedTicket, nowMs: number): void {
    meters.executing.add(-1, -widthOf(work));
    this.#deps.kinds.executing(state.info, -1, nowMs);
  }

  #waitForTurn(level: PriorityLevel<Admitted>, ticket: AdmittedTicket, next: Next): Promise<HttpResponse> {
    const { flow, work, payload } = ticket;
    const { state } = payload;
    const { signal } = state.request;
    level.queues.rest(ticket);
    return new Promise((resolve) => {
      const leave = this.#deps.turns.wait({
        level: level.name,
        weight: Math.max(level.queues.seats, 1),
        flow,
        cost: widthOf(work),
        start: () => {
          signal.removeEventListener("abort", giveUp);
          level.queues.begin(ticket);
          state.queuedMs = readClock(state, this.#deps.clock) - ticket.arrivedMs;
          resolve(this.#run(level, ticket, next));
        },
      });
      // No client takes the response: neither seats nor a turn are spent on it.
      const giveUp = (): void => {
        leave();
        if (!level.giveUp(ticket)) return;
        const nowMs = this.#deps.clock.monotonic();
        this.#unseated(ticket, nowMs);
        resolve(this.#refuse(level, payload, { reason: "time-out", waitedMs: nowMs - ticket.arrivedMs }));
      };
      signal.addEventListener("abort", giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
  }

  /** The request has its seats, and it is its turn. */
  #run(level: PriorityLevel<Admitted>, ticket: AdmittedTicket, next: Next): MaybePromise<HttpResponse> {
    const { payload, arrivedMs, startedMs } = ticket;
    const { state, meters } = payload;
    level.dispatched++;
    meters.dispatched.add();
    if (!level.isExempt) meters.executedAfter.observe((startedMs - arrivedMs) / 1000);
    const response = next(state);
    return response instanceof Promise
      ? response.then((r) => this.#finish(level, ticket, r))
      : this.#finish(level, ticket, response);
  }

  #finish(level: PriorityLevel<Admitted>, ticket: AdmittedTicket, response: HttpResponse): HttpResponse {
    const { flow, payload, startedMs } = ticket;
    const { state } = payload;
    const endedMs = this.#observeEnd(payload, startedMs);
    this.#unseated(ticket, endedMs);
    level.queues.finish(ticket, endedMs);
    return this.#followResponse(level, { flow, state, endedMs }, response);
  }

  /** @returns the time */
  #observeEnd({ state, meters }: Admitted, startedMs: number): number {
    const nowMs = this.#deps.clock.monotonic();
    // The metrics of requests need the same time.
    if (Number.isNaN(state.respondedMs)) state.respondedMs = nowMs;
    const { regular, watch } = meters.execution;
    (isWatch(state) ? watch : regular).observe((nowMs - startedMs) / 1000);
    return nowMs;
  }

  /** Notes the bytes that the client has to read; a watch is counted until it ends. */
  #followResponse(
    level: PriorityLevel<Admitted>,
    { flow, state, endedMs }: Served,
    response: HttpResponse,
  ): HttpResponse {
    const { turns, watches } = this.#deps;
    if (isStream(response.body)) return isWatch(state) ? whenEnded(response, watches.add(state.info)) : response;
    if (level.isExempt) return response;
    const bytes = byteLengthOf(response.body);
    if (isLargeResponse(bytes) && !state.request.signal.aborted) turns.sent(flow, bytes, endedMs);
    return response;
  }

  #refuse(level: PriorityLevel<Admitted>, { meters }: Admitted, { reason, waitedMs }: Refused): HttpResponse {
    meters.rejected(reason);
    // Only requests that are refused on arrival count as not executed.
    (reason === "time-out" ? meters.executedAfter : meters.refusedAfter).observe(waitedMs / 1000);
    return tooManyRequestsResponse(level.retryAfter.refuse(this.#deps.clock.now()));
  }
}

function isWatch({ info: { verb, isResource } }: RequestState): boolean {
  return verb === "watch" && isResource;
}
