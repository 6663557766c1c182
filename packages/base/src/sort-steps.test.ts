import { expect, test } from "vitest";
import { sortSteps } from "./sort-steps.ts";

interface Entry {
  readonly key: number;
  readonly place: number;
}
const byKey = (a: Entry, b: Entry): number => a.key - b.key;
/** Each key comes several times, in no order. */
const entries = (count: number): readonly Entry[] =>
  Array.from({ length: count }, (_, place) => ({ key: (place * 7_919) % 1_009, place }));

test.each([0, 1, 16_384, 16_385, 50_000, 100_000])("%i entries are sorted as the engine sorts them", (count) => {
  const steps = sortSteps(entries(count), byKey);
  let step = steps.next();
  let yields = 0;
  for (; step.done !== true; step = steps.next()) yields++;
  expect(step.value).toEqual(entries(count).toSorted(byKey));
  expect(yields > 0).toBe(count > 16_384);
});
