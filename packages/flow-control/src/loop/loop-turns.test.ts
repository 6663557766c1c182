import { createManualClock, type ManualClock } from "@svc/base";
import { expect, test } from "vitest";
import { LoopTurns } from "../index.ts";

const flows: Record<string, { waiting: number }> = {};

/** An event loop whose turns the test runs: each calls what was scheduled before it. */
function loop(accepted: () => number = () => 0): {
  readonly clock: ManualClock;
  readonly turns: LoopTurns;
  readonly turn: () => void;
} {
  const clock = createManualClock();
  let scheduled: (() => void)[] = [];
  const turns = new LoopTurns({ clock, turnMs: 4, schedule: (callback) => scheduled.push(callback), accepted });
  const turn = (): void => {
    const now = scheduled;
    scheduled = [];
    for (const callback of now) callback();
  };
  return { clock, turns, turn };
}

/** Requests that arrive in one turn and work for some time each. They start at once if they may. */
function arrive(
  { clock, turns }: ReturnType<typeof loop>,
  requests: readonly (readonly [flow: string, ms: number])[],
  log: string[],
): void {
  for (const [flow, ms] of requests) {
    const key = (flows[flow] ??= { waiting: 0 });
    const run = (): void => {
      log.push(flow);
      clock.advance(ms);
    };
    const start = (): void => {
      key.waiting--;
      run();
    };
    turns.arrived(key, clock.monotonic());
    if (turns.isOpen(clock.monotonic())) run();
    else {
      key.waiting++;
      turns.wait({ level: "level", weight: 1, flow: key, cost: 1, start });
    }
  }
}

const many = (count: number, flow: string, ms: number): readonly (readonly [string, number])[] =>
  Array.from({ length: count }, () => [flow, ms] as const);

test("requests start immediately while the turn is short, and later ones wait", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(10, "a", 1), log);
  expect([log.length, bench.turns.waiting]).toEqual([4, 6]);
});

test("each turn starts as much as fits, and all is started in the end", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(20, "a", 1), log);
  const perTurn: number[] = [];
  for (let before = log.length; bench.turns.waiting > 0; before = log.length) {
    bench.turn();
    perTurn.push(log.length - before);
  }
  expect(log.length).toBe(20);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(5);
  expect(Math.min(...perTurn.slice(0, -1))).toBeGreaterThan(0);
});

test("turns are short while connections arrive, but not for thousands of them", () => {
  let accepted = 0;
  const bench = loop(() => accepted);
  const startsOf = (connections: number): readonly number[] => {
    const log: string[] = [];
    arrive(bench, many(30, "a", 0.5), log);
    const perTurn: number[] = [];
    for (let before = log.length; bench.turns.waiting > 0; before = log.length) {
      accepted += connections;
      bench.clock.advance(connections * 0.5);
      bench.turn();
      perTurn.push(log.length - before);
    }
    bench.turn();
    bench.turn();
    return perTurn;
  };
  const mostOf = (connections: number): number => Math.max(...startsOf(connections));
  expect([mostOf(0), mostOf(1)]).toEqual([8, 2]);
  for (let flood = 0; flood < 200; flood++) startsOf(1);
  // Past the bound turns are whole, until one comes without a connection.
  expect([mostOf(1), mostOf(0), mostOf(1)]).toEqual([9, 8, 2]);
});

test("while connections arrive, a flow with many waiting requests runs a quarter of the time, others immediately", () => {
  let accepted = 0;
  const bench = loop(() => accepted);
  const log: string[] = [];
  arrive(bench, many(40, "elephant", 4), log);
  const starts: number[] = [];
  for (let turn = 0; turn < 40; turn++) {
    accepted++;
    bench.clock.advance(1);
    const before = log.length;
    if (turn === 20) arrive(bench, [["tame", 0]], log);
    bench.turn();
    starts.push(log.length - before);
  }
  expect([log.indexOf("tame"), starts.filter((count) => count > 0).length]).toEqual([3, 4]);
});

test("a request of another flow starts in the turn of its arrival, before the rest", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(100, "elephant", 1), log);
  bench.turn();
  const before = log.length;
  arrive(bench, [["tame", 0]], log);
  bench.turn();
  expect(log.slice(before, before + 2)).toContain("tame");
});

test("one request is started each turn, even where arrivals take all of the time", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(3, "slow", 100), log);
  expect(log.length).toBe(1);
  bench.turn();
  bench.turn();
  expect(log.length).toBe(3);
});

test("a new turn is open again once no request waits", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(5, "a", 2), log);
  while (bench.turns.waiting > 0) bench.turn();
  bench.turn();
  bench.turn();
  bench.turns.arrived({ waiting: 0 }, bench.clock.monotonic());
  expect(bench.turns.isOpen(bench.clock.monotonic())).toBe(true);
});

test("a flow that uses much is paused while another one has requests, and continues when it is alone", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(60, "elephant", 1), log);
  arrive(bench, [["tame", 0]], log);
  bench.turn();
  bench.turn();
  bench.turn();
  const before = log.length;
  expect(log).toContain("tame");
  bench.turn();
  expect([log.length, bench.turns.waiting > 0]).toEqual([before, true]);
  bench.clock.advance(10);
  bench.turn();
  expect(log.length).toBeGreaterThan(before);
  for (let turn = 0; turn < 500 && bench.turns.waiting > 0; turn++) {
    bench.clock.advance(5);
    bench.turn();
  }
  expect(bench.turns.waiting).toBe(0);
});

test("a request of a flow that is not paused ends the rest", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(60, "elephant", 1), log);
  arrive(bench, [["tame", 0]], log);
  for (let turn = 0; turn < 4; turn++) bench.turn();
  const before = log.length;
  arrive(bench, [["tame", 0]], log);
  bench.turn();
  expect(log.slice(before)).toEqual(["tame"]);
});

test("a flow whose clients have much to read is paused until they send requests", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(60, "reader", 1), log);
  arrive(bench, [["tame", 0]], log);
  const reader = flows["reader"] as { waiting: number };
  for (let at = 0; at < 10; at++) bench.turns.sent(reader, 1024 * 1024, bench.clock.monotonic());
  for (let turn = 0; turn < 4; turn++) bench.turn();
  const before = log.length;
  bench.clock.advance(100);
  for (let turn = 0; turn < 4; turn++) bench.turn();
  expect(log.length).toBe(before);
  for (let at = 0; at < 3; at++) bench.turns.arrived(reader, bench.clock.monotonic());
  bench.turn();
  bench.turn();
  expect(log.length).toBeGreaterThan(before);
});

test("the pause for a client that reads and sends no request ends after a quarter of a second", () => {
  const bench = loop();
  const log: string[] = [];
  arrive(bench, many(60, "silent", 1), log);
  arrive(bench, [["tame", 0]], log);
  const silent = flows["silent"] as { waiting: number };
  for (let at = 0; at < 10; at++) bench.turns.sent(silent, 1024 * 1024, bench.clock.monotonic());
  for (let turn = 0; turn < 4; turn++) bench.turn();
  const before = log.length;
  bench.clock.advance(260);
  bench.turn();
  bench.turn();
  expect(log.length).toBeGreaterThan(before);
});

test("a request that gives up its place is not started, whether before or after its turn", () => {
  const { clock, turns, turn } = loop();
  const flow = { waiting: 0 };
  const log: string[] = [];
  turns.arrived(flow, clock.monotonic());
  clock.advance(5);
  const leave = ["first", "second", "third"].map((name) =>
    turns.wait({ level: "level", weight: 1, flow, cost: 1, start: () => log.push(name) }),
  );
  leave[1]?.();
  while (turns.waiting > 0) turn();
  leave[0]?.();
  expect(log).toEqual(["first", "third"]);
});
