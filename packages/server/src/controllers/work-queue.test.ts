import { createManualClock, silentLog } from "@svc/base";
import { createMetrics } from "@svc/metrics";
import { expect, it } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

function recorded(failing: ReadonlySet<string> = new Set()) {
  const clock = createManualClock();
  const metrics = createMetrics();
  const taken: string[] = [];
  const left = new Set(failing);
  const queue = createWorkQueue({ clock, log: silentLog, metrics, name: "things" }, (name) => {
    taken.push(name);
    return left.delete(name) ? Promise.reject(new Error("no")) : Promise.resolve();
  });
  return { clock, metrics, taken, queue };
}

it("takes names in order, and once a name that was added twice before its turn", async () => {
  const { taken, queue } = recorded();
  for (const name of ["a", "b", "a"]) queue.add(name);
  await queue.idle();
  queue.add("a");
  await queue.idle();
  expect(taken).toEqual(["a", "b", "a"]);
});

it("retries a failed name after a second, and goes on with the others", async () => {
  const { clock, taken, queue } = recorded(new Set(["a"]));
  for (const name of ["a", "b"]) queue.add(name);
  await queue.idle();
  expect(taken).toEqual(["a", "b"]);
  clock.advance(1_000);
  await queue.idle();
  expect(taken).toEqual(["a", "b", "a"]);
});

it("takes nothing after a stop", async () => {
  const { clock, taken, queue } = recorded(new Set(["a"]));
  queue.add("a");
  await queue.idle();
  queue.stop();
  queue.add("b");
  clock.advance(10_000);
  await queue.idle();
  expect(taken).toEqual(["a"]);
});

it("counts additions, retries and the keys that wait", async () => {
  const { clock, metrics, queue } = recorded(new Set(["a"]));
  for (const name of ["a", "b", "a"]) queue.add(name);
  const text = async (): Promise<string> => (await metrics.expose("text")).body.toString();
  expect(await text()).toContain('workqueue_depth{name="things"} 2');
  await queue.idle();
  clock.advance(1_000);
  await queue.idle();
  const after = await text();
  for (const line of [
    'workqueue_adds_total{name="things"} 3',
    'workqueue_retries_total{name="things"} 1',
    'workqueue_depth{name="things"} 0',
    'workqueue_queue_duration_seconds_count{name="things"} 3',
    'workqueue_work_duration_seconds_count{name="things"} 3',
    'workqueue_unfinished_work_seconds{name="things"} 0',
  ])
    expect(after).toContain(line);
});
