import { expect, it, vi } from "vitest";
import { createManualClock, systemClock } from "./index.ts";

it("a manual clock fires timers in the order of their time when it is advanced", () => {
  const clock = createManualClock(0);
  const observed: string[] = [];
  clock.after(20, () => observed.push(`b${clock.now()}`));
  clock.after(10, () => {
    observed.push(`a${clock.now()}`);
    clock.after(5, () => observed.push(`c${clock.now()}`));
  });
  clock.after(1, () => observed.push("never")).cancel();
  clock.advance(30);
  expect(observed).toEqual(["a10", "c15", "b20"]);
  expect(clock.monotonic()).toBe(30);
});

it.each([
  { options: undefined, want: false },
  { options: { keepAlive: false }, want: false },
  { options: { keepAlive: true }, want: true },
])("a timer of the system's clock with $options keeps the process alive: $want", ({ options, want }) => {
  const set = vi.spyOn(globalThis, "setTimeout");
  const timer = systemClock.after(1_000_000, () => undefined, options);
  const made: unknown = set.mock.results[0]?.value;
  expect((made as NodeJS.Timeout).hasRef()).toBe(want);
  timer.cancel();
  set.mockRestore();
});
