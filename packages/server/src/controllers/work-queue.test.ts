import { createManualClock, silentLog } from "@svc/base";
import { expect, it } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

function recorded(failing: ReadonlySet<string> = new Set()) {
  const clock = createManualClock();
  const taken: string[] = [];
  const left = new Set(failing);
  const queue = createWorkQueue({ clock, log: silentLog, name: "things" }, (name) => {
    taken.push(name);
    return left.delete(name) ? Promise.reject(new Error("no")) : Promise.resolve();
  });
  return { clock, taken, queue };
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
