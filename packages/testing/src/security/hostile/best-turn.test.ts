import { describe, expect, test } from "vitest";
import { bestTurnMs } from "./best-turn.ts";

/** Values one after another; the last one from then on. */
function each(...values: readonly number[]): () => number {
  let i = 0;
  return () => values[Math.min(i++, values.length - 1)] ?? 0;
}

const measure = (turns: readonly number[], slowness: readonly number[]): Promise<number> => {
  const turn = each(...turns);
  return bestTurnMs({ attempt: async () => turn(), slowness: each(...slowness) });
};

describe("the longest turn of a body", () => {
  test.each([
    { name: "a short turn is measured once", turns: [40, 30], slowness: [2], want: 40 },
    { name: "a slow machine takes longer", turns: [160], slowness: [2], want: 80 },
    { name: "other processes slowed the first attempts", turns: [400, 300, 90], slowness: [1], want: 90 },
    {
      name: "other processes slowed the machine while its speed was measured",
      turns: [250],
      slowness: [2, 1],
      want: 250,
    },
    { name: "a turn is too long in all attempts", turns: [400, 300], slowness: [2, 1.5], want: 200 },
  ])("$name", async ({ turns, slowness, want }) => {
    expect(await measure(turns, slowness)).toBe(want);
  });
});
