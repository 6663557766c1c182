import type { Clock } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { tidyYoungGenerationAtRest } from "./young-generation.ts";

const mebibyte = 1024 * 1024;

describe("the young generation", () => {
  it.each([
    { name: "is collected at rest after a load", size: 128, used: [60, 60.5], collected: 1 },
    { name: "is left alone under load", size: 128, used: [10, 50, 20, 60], collected: 0 },
    { name: "is left alone when it is small", size: 16, used: [5, 5, 5], collected: 0 },
  ])("$name", ({ size, used, collected }) => {
    let at = 0;
    let collections = 0;
    let look = (): void => undefined;
    const clock: Pick<Clock, "after"> = {
      after: (_delayMs, callback) => {
        look = callback;
        return { cancel: () => undefined };
      },
    };
    tidyYoungGenerationAtRest(clock, {
      size: () => size * mebibyte,
      used: () => (used[at] ?? 0) * mebibyte,
      collect: () => void collections++,
    });
    for (at = 1; at < used.length; at++) look();
    expect(collections).toBe(collected);
  });
});
