import type { Clock } from "@svc/base";
import { describe, expect, it } from "vitest";
import { collectWhenIdle } from "./idle-collection.ts";

const mebibyte = 1024 * 1024;
const resting = [60, 60.5, 61, 61.5, 62, 62.5];

describe("memory", () => {
  it.each([
    {
      name: "is given back at rest after a load, once",
      size: 128,
      used: [...resting, 63, 63.5, 64, 64.5],
      collected: 1,
    },
    { name: "is not while the load goes on", size: 128, used: [10, 50, 20, 60, 10, 50, 20, 60], collected: 0 },
    { name: "is not before the rest has lasted", size: 128, used: [10, 50, 50, 50, 50, 50, 90, 90], collected: 0 },
    { name: "is given back after the start, where little has grown", size: 32, used: resting, collected: 1 },
    {
      name: "is not after later work by which little grew",
      size: 32,
      used: [...resting, 90, 60, ...resting],
      collected: 1,
    },
    { name: "is not where collecting takes long", size: 128, used: resting, heap: 300, collected: 0 },
  ])("$name", ({ size, used, heap = 100, collected }) => {
    let at = 0;
    let collections = 0;
    let grown = size;
    let look = (): void => undefined;
    const clock: Pick<Clock, "after"> = {
      after: (_delayMs, callback) => {
        look = callback;
        return { cancel: () => undefined };
      },
    };
    collectWhenIdle(clock, {
      young: () => ({ used: (used[at] ?? 0) * mebibyte, size: grown * mebibyte }),
      used: () => heap * mebibyte,
      collect: () => {
        collections++;
        grown = 1;
      },
    });
    for (at = 1; at < used.length; at++) look();
    expect(collections).toBe(collected);
  });
});
