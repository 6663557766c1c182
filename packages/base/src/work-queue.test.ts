import { describe, expect, test } from "vitest";
import { createManualClock, createWorkQueue, silentLog, type WorkQueue, type WorkResult } from "./index.ts";

const flush = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

function start(work: (key: string) => Promise<WorkResult>, workers = 4) {
  const clock = createManualClock();
  const stop = new AbortController();
  const options = { name: "test", clock, log: silentLog, random: () => 1, signal: stop.signal, workers };
  const queue: WorkQueue<string> = createWorkQueue({ ...options, maxRetryMs: 400, work });
  return { clock, queue, stop };
}

/** Work that stays unfinished until `open` is called. */
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

describe("a work queue", () => {
  test("processes a key once if it is added several times before its turn", async () => {
    const done: string[] = [];
    const { queue } = start(async (key) => {
      done.push(key);
      return "done";
    });
    for (const key of ["a", "b", "a", "a"]) queue.add(key);
    await flush();
    expect([done, queue.size()]).toEqual([["a", "b"], 0]);
  });

  test("processes a key again, and not at the same time, if it is added during its processing", async () => {
    const { begun, work, open } = gated();
    const { queue } = start(work);
    queue.add("a");
    await flush();
    queue.add("a");
    queue.add("a");
    await flush();
    expect(begun).toEqual(["a"]);
    open();
    await flush();
    expect(begun).toEqual(["a", "a"]);
    open();
    await flush();
    expect(queue.size()).toBe(0);
  });

  test("processes at most as many keys at once as it has workers", async () => {
    const { begun, work, open } = gated();
    const { queue } = start(work, 2);
    for (const key of ["a", "b", "c"]) queue.add(key);
    await flush();
    expect([begun, queue.size()]).toEqual([["a", "b"], 3]);
    open();
    await flush();
    expect(begun).toEqual(["a", "b", "c"]);
  });

  test.each(["throws", "returns again"])("retries with a bounded exponential backoff when the work %s", async (how) => {
    let count = 0;
    const { queue, clock } = start(async () => {
      count++;
      if (how === "throws") throw new Error("no");
      return "again";
    });
    queue.add("a");
    await flush();
    const counts: number[] = [];
    for (const waitMs of [99, 1, 199, 1, 399, 1, 399, 1]) {
      clock.advance(waitMs);
      await flush();
      counts.push(count);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
  });

  test("processes a key again after the delay that the work returns, or when it is added before", async () => {
    let count = 0;
    const { queue, clock } = start(async () => {
      count++;
      return { afterMs: 1000 };
    });
    queue.add("a");
    await flush();
    clock.advance(999);
    await flush();
    expect(count).toBe(1);
    queue.add("a");
    await flush();
    expect(count).toBe(2);
    clock.advance(999);
    await flush();
    expect(count).toBe(2);
    clock.advance(1);
    await flush();
    expect(count).toBe(3);
  });

  test("processes nothing after its signal is aborted", async () => {
    const { begun, work, open } = gated();
    const { queue, stop, clock } = start(work, 1);
    queue.add("a");
    queue.addAfter("b", 10);
    queue.add("c");
    await flush();
    stop.abort();
    open();
    clock.advance(1000);
    queue.add("d");
    await flush();
    expect(begun).toEqual(["a"]);
  });

  test("is idle when no key is queued or processed, and with keys that only wait for a retry", async () => {
    const { begun, work, open } = gated();
    const { queue } = start(async (key) => {
      await work(key);
      return "again";
    });
    await queue.idle();
    queue.add("a");
    let isIdle = false;
    const idle = queue.idle().then(() => {
      isIdle = true;
    });
    await flush();
    expect([begun, isIdle]).toEqual([["a"], false]);
    open();
    await idle;
    expect(queue.size()).toBe(0);
  });

  test("drops its keys when it is stopped", async () => {
    const { begun, work, open } = gated();
    const { queue } = start(work, 1);
    for (const key of ["a", "b"]) queue.add(key);
    await flush();
    queue.stop();
    open();
    await queue.idle();
    expect(begun).toEqual(["a"]);
  });

  test("logs a failure at the given level with the name of the queue and the key", async () => {
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (message: string, fields: unknown) => warnings.push([message, fields]) };
    const work = (): Promise<WorkResult> => Promise.reject(new Error("no"));
    const queue = createWorkQueue<string>({ name: "q", clock: createManualClock(), log, work, failureLevel: "warn" });
    queue.add("a");
    await queue.idle();
    expect(warnings).toEqual([
      ["a key could not be processed, will retry", { queue: "q", key: "a", error: "Error: no" }],
    ]);
  });

  test("reports additions, starts and ends of keys to its observer", async () => {
    const observed: string[] = [];
    const observer = {
      added: (key: unknown) => observed.push(`added ${key}`),
      started: (key: unknown) => observed.push(`started ${key}`),
      finished: (key: unknown, retried: boolean) => observed.push(`finished ${key} ${retried}`),
    };
    const clock = createManualClock();
    const work = async (key: string): Promise<WorkResult> => (key === "b" ? "again" : "done");
    const queue = createWorkQueue<string>({ name: "q", clock, log: silentLog, observer, work, workers: 1 });
    for (const key of ["a", "b"]) queue.add(key);
    await queue.idle();
    expect(observed).toEqual(["added a", "added b", "started a", "finished a false", "started b", "finished b true"]);
  });
});
