import { createManualClock, type ManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import { FairQueues, Flow, type LimitResponse, oneSeat, type Ticket, type Work } from "../index.ts";

interface Bench {
  readonly clock: ManualClock;
  readonly queues: FairQueues<string>;
  readonly started: string[];
  enter(flow: string, name: string, work?: Partial<Work>): Ticket<string> | string;
}

function bench(response: LimitResponse, seats: number): Bench {
  const clock = createManualClock();
  const queues = new FairQueues<string>({ clock, response, seats });
  const started: string[] = [];
  const flows = new Map<string, Flow>();
  const enter = (flowName: string, name: string, work: Partial<Work> = {}): Ticket<string> | string => {
    const flow = flows.get(flowName) ?? new Flow("schema", flowName);
    flows.set(flowName, flow);
    const request = { flow, work: { ...oneSeat, ...work }, payload: name, nowMs: clock.monotonic() };
    const ticket = queues.enter(request);
    if (typeof ticket === "string") return ticket;
    if (ticket.state === "executing") started.push(name);
    else ticket.onStart = () => started.push(name);
    return ticket;
  };
  return { clock, queues, started, enter };
}

const queue = (queues: number, handSize: number, queueLengthLimit: number): LimitResponse => ({
  kind: "queue",
  queues,
  handSize,
  queueLengthLimit,
});

function ticketOf(entered: Ticket<string> | string): Ticket<string> {
  if (typeof entered === "string") throw new TypeError(`refused: ${entered}`);
  return entered;
}

describe("requests that find no seats", () => {
  test.each<{
    readonly name: string;
    readonly response: LimitResponse;
    readonly seats: number;
    readonly want: string[];
  }>([
    {
      name: "are refused by a level without queues",
      response: { kind: "reject" },
      seats: 2,
      want: ["executing", "executing", "concurrency-limit", "concurrency-limit"],
    },
    {
      name: "wait in queues, and are refused where the queue is full",
      response: queue(1, 1, 1),
      seats: 2,
      want: ["executing", "executing", "waiting", "queue-full"],
    },
    {
      name: "do not exist at an exempt level",
      response: { kind: "exempt" },
      seats: 0,
      want: ["executing", "executing", "executing", "executing"],
    },
    {
      name: "all wait in queues where there are no seats at all",
      response: queue(1, 1, 3),
      seats: 0,
      want: ["waiting", "waiting", "waiting", "queue-full"],
    },
    {
      name: "are refused beside the one that runs where there are neither seats nor queues",
      response: { kind: "reject" },
      seats: 0,
      want: ["executing", "concurrency-limit"],
    },
  ])("$name", ({ response, seats, want }) => {
    const { enter } = bench(response, seats);
    const entered = want.map((_, at) => enter("a", String(at)));
    expect(entered.map((ticket) => (typeof ticket === "string" ? ticket : ticket.state))).toEqual(want);
  });

  test("take the queues of their hand in turn while these are equal, refused requests included", () => {
    const { enter, queues } = bench(queue(3, 3, 1), 0);
    const hand = new Flow("schema", "a").hand(3, 3);
    const taken = [0, 1, 2].map((at) => ticketOf(enter("a", String(at))));
    expect(taken.map((ticket) => ticket.queue?.index)).toEqual(hand);
    expect(enter("a", "3")).toBe("queue-full");
    for (const ticket of taken) queues.abandon(ticket);
    expect(ticketOf(enter("a", "4")).queue?.index).toBe(hand[1]);
  });

  test.each([
    { name: "one queue", response: queue(1, 1, 5), want: "" },
    { name: "more queues", response: queue(2, 1, 5), want: "a" },
    { name: "no queues", response: { kind: "reject" } as const, want: "" },
    { name: "no limit", response: { kind: "exempt" } as const, want: "" },
  ])("show their distinguisher only where there are several queues: $name", ({ response, want }) => {
    expect(ticketOf(bench(response, 1).enter("a", "1")).distinguisher).toBe(want);
  });

  test("start when seats are free, in order of arrival within a flow", () => {
    const { enter, queues, started } = bench(queue(1, 1, 10), 1);
    const tickets = ["1", "2", "3"].map((name) => ticketOf(enter("a", name)));
    for (const ticket of tickets) queues.finish(ticket);
    expect(started).toEqual(["1", "2", "3"]);
    expect(queues.isIdle).toBe(true);
  });

  test("give their place back when they give up", () => {
    const { enter, queues } = bench(queue(1, 1, 1), 1);
    enter("a", "1");
    const waiting = ticketOf(enter("a", "2"));
    expect(enter("a", "3")).toBe("queue-full");
    expect(queues.abandon(waiting)).toBe(true);
    expect(queues.abandon(waiting)).toBe(false);
    expect(ticketOf(enter("a", "4")).state).toBe("waiting");
  });

  test("start when the level gets more seats", () => {
    const { enter, queues, started } = bench(queue(1, 1, 10), 1);
    for (const name of ["1", "2", "3", "4"]) enter("a", name);
    queues.configure({ response: queues.response, seats: 3 });
    expect(started).toEqual(["1", "2", "3"]);
    queues.configure({ response: { kind: "exempt" }, seats: 0 });
    expect(started).toEqual(["1", "2", "3", "4"]);
  });
});

describe("fairness", () => {
  /** Seats that each flow got while both wanted them, requests of 10 ms each. */
  function served(widths: Readonly<Record<string, number>>, rounds: number): Readonly<Record<string, number>> {
    const { clock, queues, enter, started } = bench(queue(64, 1, 1000), 4);
    const running = new Set<Ticket<string>>();
    for (const [flow, seats] of Object.entries(widths))
      for (let at = 0; at < rounds * 4; at++) {
        const ticket = ticketOf(enter(flow, flow, { seats }));
        if (ticket.state === "executing") running.add(ticket);
      }
    for (let round = 0; round < rounds; round++) {
      clock.advance(10);
      for (const ticket of [...queues.running]) queues.finish(ticket);
    }
    const seats: Record<string, number> = {};
    for (const flow of started) seats[flow] = (seats[flow] ?? 0) + (widths[flow] ?? 0);
    return seats;
  }

  test("flows of narrow and of wide requests get the same seats", () => {
    const { narrow = 0, wide = 0 } = served({ narrow: 1, wide: 4 }, 40);
    expect(narrow / wide).toBeGreaterThan(0.8);
    expect(narrow / wide).toBeLessThan(1.25);
  });

  test("a light flow does not wait behind a heavy one", () => {
    const { clock, queues, enter, started } = bench(queue(64, 1, 1000), 2);
    for (let at = 0; at < 500; at++) enter("elephant", "elephant");
    clock.advance(10);
    const tame = ticketOf(enter("tame", "tame"));
    queues.finish([...queues.running][0] as Ticket<string>);
    expect(tame.state).toBe("executing");
    expect(started.at(-1)).toBe("tame");
  });

  test("a wide request is not passed over for ever", () => {
    const { clock, queues, enter, started } = bench(queue(64, 1, 1000), 4);
    for (let at = 0; at < 50; at++) enter("narrow", "narrow");
    enter("wide", "wide", { seats: 4 });
    for (let step = 0; step < 12; step++) {
      clock.advance(1);
      const [oldest] = queues.running;
      if (oldest !== undefined) queues.finish(oldest);
    }
    expect(started).toContain("wide");
  });

  test("a queue that was idle has no credit for the time", () => {
    const { clock, queues, enter, started } = bench(queue(64, 1, 1000), 1);
    enter("busy", "busy");
    clock.advance(60_000);
    for (let at = 0; at < 4; at++) enter("busy", "busy");
    for (let at = 0; at < 20; at++) enter("late", "late");
    for (let step = 0; step < 8; step++) {
      clock.advance(10);
      for (const ticket of [...queues.running]) queues.finish(ticket);
    }
    const late = started.filter((name) => name === "late").length;
    expect(late).toBeLessThanOrEqual(7);
    expect(started.slice(1).filter((name) => name === "busy").length).toBeGreaterThan(0);
  });
});

test("a request that needs more seats than are free is reported, one that finds none free is not", () => {
  const reported: string[] = [];
  const clock = createManualClock();
  const onNoSeats = ({ distinguisher }: Flow): void => void reported.push(distinguisher);
  const queues = new FairQueues<string>({ clock, response: queue(64, 8, 50), seats: 2, onNoSeats });
  const enter = (name: string, seats: number): Ticket<string> =>
    ticketOf(
      queues.enter({
        flow: new Flow("schema", name),
        work: { ...oneSeat, seats },
        payload: name,
        nowMs: clock.monotonic(),
      }),
    );
  const running = [enter("first", 1), enter("second", 1)];
  enter("waiting", 1);
  enter("wide", 2);
  expect(reported).toEqual([]);
  for (const ticket of running) queues.finish(ticket);
  expect(reported).toEqual(["wide"]);
});

test("final seats are held for their time after a request was served", () => {
  const { clock, queues, enter } = bench({ kind: "reject" }, 3);
  const writing = ticketOf(enter("a", "write", { seats: 1, finalSeats: 2, finalMs: 5 }));
  expect(queues.seatsInUse).toBe(2);
  queues.finish(writing);
  expect([queues.seatsInUse, queues.executing, queues.isIdle]).toEqual([2, 0, false]);
  clock.advance(5);
  expect([queues.seatsInUse, queues.isIdle]).toEqual([0, true]);
});

test.each<{ readonly name: string; readonly response: LimitResponse }>([
  { name: "fewer queues", response: queue(1, 1, 50) },
  { name: "no queues", response: { kind: "reject" } },
])("a level that is to have $name keeps each until a request ends and leaves it empty", ({ response }) => {
  const { enter, queues } = bench(queue(4, 1, 50), 3);
  const tickets = ["a", "b", "c", "d"].map((flow) => ticketOf(enter(flow, flow)));
  const rows = (): readonly (readonly [number, number, number])[] =>
    [...queues.queues].map(({ index, waiting, executing }) => [index, waiting.length, executing] as const);
  const active = rows().length;
  queues.configure({ response, seats: 3 });
  expect([queues.queueCount, rows().length]).toEqual([4, active]);
  for (const ticket of tickets) queues.finish(ticket);
  const wanted = response.kind === "queue" ? response.queues : 0;
  expect(queues.queueCount).toBe(Math.max(wanted, 4 - active));
  for (const [index] of rows()) expect(index).toBeLessThan(queues.queueCount);
});

test("a flow takes its queues in turn while no request waits in any, whatever runs there", () => {
  const { enter } = bench(queue(3, 3, 50), 6);
  const indexes = Array.from({ length: 6 }, () => ticketOf(enter("one", "x")).queue?.index ?? -1);
  expect(indexes.slice(3)).toEqual(indexes.slice(0, 3));
  expect(new Set(indexes).size).toBe(3);
});

test("millions of queues cost nothing until they are used", () => {
  const { enter, queues } = bench(queue(10_000_000, 8, 50), 1);
  for (let at = 0; at < 100; at++) enter(`flow ${at}`, "x");
  expect([...queues.queues].length).toBeLessThanOrEqual(100);
  for (let left = 100; left > 0; left--) queues.finish([...queues.running][0] as Ticket<string>);
  expect([...queues.queues]).toEqual([]);
});

describe("seats of requests that have not begun", () => {
  const setup = (response: LimitResponse): Bench & { readonly idle: readonly Ticket<string>[] } => {
    const all = bench(response, 4);
    const idle = [0, 1].map((at) => ticketOf(all.enter("many", `many ${at}`, { seats: 2 })));
    for (const ticket of idle) all.queues.rest(ticket);
    if (response.kind === "queue") for (let at = 2; at < 30; at++) all.enter("many", `many ${at}`, { seats: 2 });
    return { ...all, idle };
  };

  test.each([
    ["in queues", queue(64, 8, 50), "waiting"],
    ["that are refused", { kind: "reject" }, "concurrency-limit"],
  ] as const)("are lent to a flow with few requests, once each, for requests %s", (_, response, otherwise) => {
    const { enter } = setup(response);
    const outcomes = Array.from({ length: 5 }, (_, at) => {
      const entered = enter(`few ${at}`, "few");
      return typeof entered === "string" ? entered : entered.state;
    });
    expect(outcomes).toEqual(["executing", "executing", "executing", "executing", otherwise]);
  });

  test("are not lent to their own flow, nor once they began", () => {
    const { enter, queues, idle } = setup(queue(64, 8, 50));
    expect(ticketOf(enter("many", "more")).state).toBe("waiting");
    for (const ticket of idle) queues.begin(ticket);
    expect(ticketOf(enter("few", "few")).state).toBe("waiting");
  });

  test("are lent again after a loan has ended", () => {
    const { enter, queues } = setup({ kind: "reject" });
    for (let at = 0; at < 10; at++) queues.finish(ticketOf(enter("few", "few", { seats: 4 })));
    expect([queues.seatsInUse, queues.executing]).toEqual([4, 2]);
  });
});

test("a request that is given up while it waits for a turn frees its seats at once", () => {
  const { queues, enter } = bench({ kind: "reject" }, 3);
  const leaving = ticketOf(enter("a", "leaving", { seats: 1, finalSeats: 2, finalMs: 5 }));
  queues.rest(leaving);
  expect([queues.abandon(leaving), queues.abandon(leaving)]).toEqual([true, false]);
  expect([queues.seatsInUse, queues.executing, queues.isIdle]).toEqual([0, 0, true]);
});
