import { createManualClock } from "@svc/base";
import { createMetrics } from "@svc/metrics";
import { expect, test } from "vitest";
import { Flow, oneSeat, type Ticket } from "../index.ts";
import { PriorityLevels } from "../levels/priority-levels.ts";
import { usageMeters } from "./usage-meters.ts";

/** A level with 10 seats, whose usage is measured. */
function bench() {
  const clock = createManualClock();
  const metrics = createMetrics();
  const metersOf = usageMeters(metrics, () => ({ add: () => undefined }));
  const levels = new PriorityLevels<string>({ clock, seats: 10, metersOf });
  levels.configure([
    {
      name: "a",
      uid: "",
      shares: { isExempt: false, shares: 1, lendablePercent: 0, borrowingLimitPercent: 0 },
      response: { kind: "queue", queues: 1, handSize: 1, queueLengthLimit: 10 },
    },
  ]);
  const level = levels.get("a");
  if (level === undefined) throw new TypeError("there is no level");
  const flow = new Flow("schema", "");
  const enter = (): Ticket<string> =>
    level.enter({ flow, work: oneSeat, payload: "", nowMs: clock.monotonic() }) as Ticket<string>;
  return {
    levels,
    enter,
    run: (requests: number, ms: number): void => {
      const tickets = Array.from({ length: requests }, enter);
      clock.advance(ms);
      for (const ticket of tickets) level.queues.finish(ticket);
    },
    /** Serves a request without a ticket. */
    serve: (ms: number): void => {
      const startedMs = clock.monotonic();
      clock.advance(ms);
      level.served(startedMs, clock.monotonic());
    },
    level,
    /** Seat-nanoseconds, as a part of the seats, and nanoseconds. */
    series: async (): Promise<readonly string[]> => {
      const { body } = await metrics.expose("text");
      return body
        .toString()
        .split("\n")
        .filter((line) => /seat_utilization_(sum|count)/.test(line));
    },
  };
}

test("usage counts for as long as it lasts, whether the level is idle, has one request, or several", async () => {
  const { levels, run, series } = bench();
  run(1, 100);
  run(0, 300);
  run(4, 50);
  run(1, 20);
  levels.adjust();
  const name = "apiserver_flowcontrol_priority_level_seat_utilization";
  const labels = '{phase="executing",priority_level="a"}';
  // (100 ms of 1 seat + 50 ms of 4 + 20 ms of 1) / 10 seats, of 470 ms.
  expect(await series()).toEqual([`${name}_sum${labels} 3.2e+07`, `${name}_count${labels} 4.7e+08`]);
});

test("a request without a ticket counts for as long as it lasts, alone and beside others", async () => {
  const { levels, level, run, serve, enter, series } = bench();
  run(0, 100);
  serve(20);
  run(0, 50);
  serve(10);
  levels.adjust();
  expect(level.demand).toMatchObject({ average: 30 / 180, highest: 1 });
  const other = enter();
  run(0, 40);
  serve(20);
  level.queues.finish(other);
  levels.adjust();
  expect(level.demand).toMatchObject({ average: (40 + 2 * 20) / 60, highest: 2 });
  const name = "apiserver_flowcontrol_priority_level_seat_utilization";
  const labels = '{phase="executing",priority_level="a"}';
  expect(await series()).toEqual([`${name}_sum${labels} 1.1e+07`, `${name}_count${labels} 2.4e+08`]);
});
