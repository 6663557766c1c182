import { createManualClock, silentLog } from "@svc/base";
import { describe, expect, test } from "vitest";
import { createWorkQueue, type WorkQueue, type WorkResult } from "./work-queue.ts";

const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

function start(work: (key: string) => Promise<WorkResult>, workers = 4) {
  const clock = createManualClock();
  const stop = new AbortController();
  const options = { name: "test", clock, log: silentLog, random: () => 1, signal: stop.signal, workers };
  const queue: WorkQueue<string> = createWorkQueue({ ...options, maxRetryMs: 400, work });
  return { clock, queue, stop };
}

/** Work that goes on until it is told to end. */
function gated() {
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const work = (key: string): Promise<WorkResult> => {
    begun.push(key);
    return new Promise((resolve) => gates.push(() => resolve("done")));
  };
  const open = (): void => {
    for (const gate of gates.splice(0)) gate();
  };
  return { begun, work, open };
}

describe("a queue", () => {
  test("does the work for a key once, however often it is asked before it begins", async () => {
    const done: string[] = [];
    const { queue } = start(async (key) => {
      done.push(key);
      return "done";
    });
    for (const key of ["a", "b", "a", "a"]) queue.add(key);
    await settle();
    expect([done, queue.size]).toEqual([["a", "b"], 0]);
  });

  test("never works on a key twice at once, and once more when it came again meanwhile", async () => {
    const { begun, work, open } = gated();
    const { queue } = start(work);
    queue.add("a");
    await settle();
    queue.add("a");
    queue.add("a");
    await settle();
    expect(begun).toEqual(["a"]);
    open();
    await settle();
    expect(begun).toEqual(["a", "a"]);
    open();
    await settle();
    expect(queue.size).toBe(0);
  });

  test("works on no more keys at once than it has workers", async () => {
    const { begun, work, open } = gated();
    const { queue } = start(work, 2);
    for (const key of ["a", "b", "c"]) queue.add(key);
    await settle();
    expect([begun, queue.size]).toEqual([["a", "b"], 3]);
    open();
    await settle();
    expect(begun).toEqual(["a", "b", "c"]);
  });

  test.each(["throws", "asks"])("tries again, later each time up to a bound, when the work %s", async (how) => {
    let count = 0;
    const { queue, clock } = start(async () => {
      count++;
      if (how === "throws") throw new Error("no");
      return "again";
    });
    queue.add("a");
    await settle();
    const counts: number[] = [];
    for (const waitMs of [99, 1, 199, 1, 399, 1, 399, 1]) {
      clock.advance(waitMs);
      await settle();
      counts.push(count);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
  });

  test("waits as long as the work says, or less when it is asked", async () => {
    let count = 0;
    const { queue, clock } = start(async () => {
      count++;
      return { afterMs: 1000 };
    });
    queue.add("a");
    await settle();
    clock.advance(999);
    await settle();
    expect(count).toBe(1);
    queue.add("a");
    await settle();
    expect(count).toBe(2);
    clock.advance(999);
    await settle();
    expect(count).toBe(2);
    clock.advance(1);
    await settle();
    expect(count).toBe(3);
  });

  test("does nothing more when it has been ended", async () => {
    const { begun, work, open } = gated();
    const { queue, stop, clock } = start(work, 1);
    queue.add("a");
    queue.addAfter("b", 10);
    queue.add("c");
    await settle();
    stop.abort();
    open();
    clock.advance(1000);
    queue.add("d");
    await settle();
    expect(begun).toEqual(["a"]);
  });
});
