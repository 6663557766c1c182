import { createManualClock } from "@svc/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FairQueues, Flow, type Ticket } from "../index.ts";
import { oneSeat } from "./work.ts";

/** The same rules without any bookkeeping: everything is counted anew from all requests. */
class Model {
  readonly requests: ModelRequest[] = [];
  /** Seat-milliseconds that each queue was charged for, what runs left out. */
  readonly #charged = new Map<number, number>();
  #virtual = 0;
  /** Order in which queues of equal virtual times go. */
  #order: number[] = [];
  seats: number;
  readonly limit: number;

  constructor(seats: number, limit: number) {
    this.seats = seats;
    this.limit = limit;
  }

  #inState(state: ModelRequest["state"], queue?: number): ModelRequest[] {
    return this.requests.filter((r) => r.state === state && (queue === undefined || r.queue === queue));
  }

  #isActive(queue: number): boolean {
    return this.#inState("waiting", queue).length + this.#inState("executing", queue).length > 0;
  }

  #virtualStart(queue: number, nowMs: number): number {
    const running = this.#inState("executing", queue);
    const used = running.reduce((sum, r) => sum + r.seats * (nowMs - r.startedMs), 0);
    return (this.#charged.get(queue) ?? 0) + Math.max(used, seatsOf(running) * 3);
  }

  #raise(queue: number, nowMs: number): void {
    const lag = this.#virtual - this.#virtualStart(queue, nowMs);
    if (lag > 0) this.#charged.set(queue, (this.#charged.get(queue) ?? 0) + lag);
  }

  enter(hand: readonly number[], seats: number, nowMs: number): string {
    const workOf = (queue: number): number => seatsOf(this.#inState("waiting", queue)) * 3;
    const least = Math.min(...hand.map(workOf));
    const first = this.requests.length % hand.length;
    const queue = [...hand.slice(first), ...hand.slice(0, first)].find((index) => workOf(index) <= least) as number;
    if (!this.#isActive(queue)) this.#charged.set(queue, this.#virtual);
    const before = this.#inState("waiting").length;
    const request: ModelRequest = { queue, seats, state: "over", startedMs: 0 };
    this.requests.push(request);
    if (before === 0 && this.#fits(seats)) this.#start(request, nowMs);
    else if (this.#inState("waiting", queue).length < this.limit) {
      const active = [...this.#charged.keys()].filter((index) => this.#isActive(index));
      if (before === 0) {
        this.#virtual = Math.max(this.#virtual, ...active.map((index) => this.#virtualStart(index, nowMs)));
        for (const index of active) this.#raise(index, nowMs);
      }
      if (this.#inState("waiting", queue).length === 0) {
        this.#raise(queue, nowMs);
        this.#order = [...this.#order.filter((index) => index !== queue), queue];
      }
      request.state = "waiting";
      this.dispatch(nowMs);
    }
    return request.state;
  }

  /** Whether a request of one seat would start immediately. */
  isOpen(): boolean {
    return this.#inState("waiting").length === 0 && this.#fits(1);
  }

  #fits(seats: number): boolean {
    const inUse = seatsOf(this.#inState("executing"));
    return (inUse === 0 && this.seats > 0) || inUse + seats <= this.seats;
  }

  #start(request: ModelRequest, nowMs: number): void {
    request.state = "executing";
    request.startedMs = nowMs;
  }

  dispatch(nowMs: number): void {
    for (;;) {
      const queues = this.#order.filter((index) => this.#inState("waiting", index).length > 0);
      const best = queues.reduce<number | undefined>(
        (a, b) => (a === undefined || this.#virtualStart(b, nowMs) < this.#virtualStart(a, nowMs) ? b : a),
        undefined,
      );
      if (best === undefined) return;
      this.#virtual = Math.max(this.#virtual, this.#virtualStart(best, nowMs));
      const head = this.#inState("waiting", best)[0] as ModelRequest;
      if (!this.#fits(head.seats)) return;
      this.#start(head, nowMs);
      this.#order = [...this.#order.filter((index) => index !== best), best];
    }
  }

  finish(request: ModelRequest, nowMs: number): void {
    request.state = "over";
    const used = request.seats * (nowMs - request.startedMs);
    this.#charged.set(request.queue, (this.#charged.get(request.queue) ?? 0) + used);
    this.dispatch(nowMs);
  }

  abandon(request: ModelRequest, nowMs: number): void {
    request.state = "over";
    // The queue has changed: of equals, it is the last one now.
    this.#order = [...this.#order.filter((index) => index !== request.queue), request.queue];
    this.dispatch(nowMs);
  }
}

function seatsOf(requests: readonly ModelRequest[]): number {
  return requests.reduce((sum, { seats }) => sum + seats, 0);
}

interface ModelRequest {
  readonly queue: number;
  readonly seats: number;
  state: "waiting" | "executing" | "over";
  startedMs: number;
}

const command = fc.oneof(
  fc.record({ op: fc.constant("enter" as const), flow: fc.nat(5), seats: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ op: fc.constant("take a seat" as const), flow: fc.nat(5) }),
  fc.record({ op: fc.constant("finish" as const), at: fc.nat(20) }),
  fc.record({ op: fc.constant("abandon" as const), at: fc.nat(20) }),
  fc.record({ op: fc.constant("advance" as const), ms: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ op: fc.constant("seats" as const), seats: fc.nat(6) }),
);

test("requests are started, queued and refused as the naive model has it", () => {
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 120 }),
      fc.constantFrom({ queues: 1, handSize: 1 }, { queues: 4, handSize: 2 }, { queues: 8, handSize: 3 }),
      fc.integer({ min: 1, max: 4 }),
      (commands, deck, queueLengthLimit) => {
        const clock = createManualClock();
        const response = { kind: "queue", ...deck, queueLengthLimit } as const;
        const queues = new FairQueues<number>({ clock, response, seats: 3 });
        const model = new Model(3, queueLengthLimit);
        const flows = Array.from({ length: 6 }, (_, at) => new Flow("schema", String(at)));
        const tickets: (Ticket<number> | undefined)[] = [];
        const now = (): number => clock.monotonic();
        for (const step of commands) {
          if (step.op === "advance") clock.advance(step.ms);
          else if (step.op === "enter") {
            const flow = flows[step.flow] as Flow;
            const work = { seats: step.seats, finalSeats: 0, finalMs: 0 };
            const entered = queues.enter({ flow, work, payload: tickets.length, nowMs: now() });
            tickets.push(typeof entered === "string" ? undefined : entered);
            model.enter(flow.hand(deck.queues, deck.handSize), step.seats, now());
          } else if (step.op === "take a seat") {
            const flow = flows[step.flow] as Flow;
            expect(queues.isOpen).toBe(model.isOpen());
            if (!model.isOpen()) continue;
            tickets.push(queues.seat({ flow, work: oneSeat, payload: tickets.length, nowMs: now() }));
            model.enter(flow.hand(deck.queues, deck.handSize), 1, now());
          } else if (step.op === "seats") {
            model.seats = step.seats;
            model.dispatch(now());
            queues.configure({ response, seats: step.seats });
          } else {
            const state = step.op === "finish" ? "executing" : "waiting";
            const eligible = tickets.flatMap((ticket, at) => (ticket?.state === state ? [at] : []));
            const at = eligible[step.at % Math.max(eligible.length, 1)];
            if (at === undefined) continue;
            model[step.op](model.requests[at] as ModelRequest, now());
            if (step.op === "finish") queues.finish(tickets[at] as Ticket<number>, now());
            else queues.abandon(tickets[at] as Ticket<number>);
          }
          const states = tickets.map((ticket) => ticket?.state ?? "over");
          expect(states).toEqual(model.requests.map(({ state }) => state));
          const count = (state: string): number => states.filter((s) => s === state).length;
          expect([queues.executing, queues.waiting]).toEqual([count("executing"), count("waiting")]);
        }
      },
    ),
    { numRuns: 300 },
  );
});
