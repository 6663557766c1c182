import { expect, test } from "vitest";
import { sumCounts, Tally } from "./tally.ts";

test("only requests within the span count", () => {
  const tally = new Tally({ fromMs: 10, untilMs: 20 });
  tally.add(9.9, { done: 1, bytes: 100, latencyMs: 1 });
  tally.add(10, { done: 1, bytes: 100, latencyMs: 3 });
  tally.add(19.9, { done: 2, bytes: 200, latencyMs: 2 });
  tally.add(20, { done: 1, bytes: 100, latencyMs: 4 });
  tally.fail("409");
  tally.fail("500");
  const { latenciesMs, ...counts } = tally.counts();
  expect(counts).toEqual({ done: 3, failed: 2, bytes: 300, failure: "409" });
  expect([...latenciesMs]).toEqual([3, 2]);
});

test("counts of workers are added up, their latencies in order", () => {
  const one = { done: 1, failed: 0, bytes: 10, latenciesMs: Float64Array.of(5) };
  const other = { done: 2, failed: 1, bytes: 20, latenciesMs: Float64Array.of(10, 1), failure: "409" };
  expect(sumCounts([one, other])).toEqual({
    done: 3,
    failed: 1,
    bytes: 30,
    latenciesMs: Float64Array.of(1, 5, 10),
    failure: "409",
  });
});
