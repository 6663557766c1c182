import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createManualClock, pause } from "./index.ts";

async function isOver(pausing: Promise<void>): Promise<boolean> {
  return Promise.race([pausing.then(() => true), Promise.resolve().then(() => false)]);
}

test("a pause ends on time, and removes its listener from the signal", async () => {
  const clock = createManualClock();
  const { signal } = new AbortController();
  const pausing = pause(clock, 100, { signal });
  clock.advance(99);
  expect(await isOver(pausing)).toBe(false);
  clock.advance(1);
  await pausing;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a pause ends early with its signal, and does not begin after it", async () => {
  const clock = createManualClock();
  const stop = new AbortController();
  const pausing = pause(clock, 100, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await pausing;
  await pause(clock, 100, { signal: stop.signal });
});
