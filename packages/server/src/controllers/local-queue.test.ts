import { createManualClock, silentLog } from "@svc/base";
import { createMetrics } from "@svc/metrics";
import { expect, it } from "vitest";
import { createLocalQueue } from "./local-queue.ts";

it("retries a failed key after at most a second, with other keys in between, and counts it", async () => {
  const clock = createManualClock();
  const metrics = createMetrics();
  const environment = { clock, log: silentLog, metrics };
  const keys: string[] = [];
  const queue = createLocalQueue({ environment }, "things", async (key) => {
    keys.push(key);
    if (keys.length === 1) throw new Error("no");
  });
  for (const key of ["a", "b"]) queue.add(key);
  await queue.idle();
  clock.advance(1_000);
  await queue.idle();
  expect(keys).toEqual(["a", "b", "a"]);
  const text = (await metrics.expose("text")).body.toString();
  for (const line of ['workqueue_adds_total{name="things"} 3', 'workqueue_retries_total{name="things"} 1'])
    expect(text).toContain(line);
});
