import { expect, it } from "vitest";
import { createManualClock } from "./index.ts";

it("a manual clock fires timers in the order of their time when it is advanced", () => {
  const clock = createManualClock(0);
  const seen: string[] = [];
  clock.after(20, () => seen.push(`b${clock.now()}`));
  clock.after(10, () => {
    seen.push(`a${clock.now()}`);
    clock.after(5, () => seen.push(`c${clock.now()}`));
  });
  clock.after(1, () => seen.push("never")).cancel();
  clock.advance(30);
  expect(seen).toEqual(["a10", "c15", "b20"]);
  expect(clock.monotonic()).toBe(30);
});
