import { expect, test } from "vitest";
import { SeatDemand } from "./seat-demand.ts";
import { seatLimits } from "./seat-limits.ts";

const limited = { isExempt: false, borrowingLimitPercent: undefined } as const;

test.each([
  {
    name: "the default levels: catch-all",
    shares: { ...limited, shares: 5, lendablePercent: 0 },
    sum: 245,
    want: [13, 13, 613, 13],
  },
  { name: "system", shares: { ...limited, shares: 30, lendablePercent: 33 }, sum: 245, want: [74, 50, 674, 62] },
  { name: "node-high", shares: { ...limited, shares: 40, lendablePercent: 25 }, sum: 245, want: [98, 73, 698, 86] },
  {
    name: "workload-low",
    shares: { ...limited, shares: 100, lendablePercent: 90 },
    sum: 245,
    want: [245, 24, 845, 135],
  },
  {
    name: "global-default",
    shares: { ...limited, shares: 20, lendablePercent: 50 },
    sum: 245,
    want: [49, 24, 649, 37],
  },
  {
    name: "a borrowing limit",
    shares: { isExempt: false, shares: 10, lendablePercent: 50, borrowingLimitPercent: 100 },
    sum: 255,
    want: [24, 12, 48, 18],
  },
  {
    name: "a large level",
    shares: { isExempt: false, shares: 1000, lendablePercent: 99, borrowingLimitPercent: 7 },
    sum: 1245,
    want: [482, 5, 516, 244],
  },
  { name: "one share", shares: { ...limited, shares: 1, lendablePercent: 0 }, sum: 246, want: [3, 3, 603, 3] },
  { name: "no shares", shares: { ...limited, shares: 0, lendablePercent: 0 }, sum: 245, want: [0, 0, 600, 0] },
  { name: "no shares at all", shares: { ...limited, shares: 0, lendablePercent: 0 }, sum: 0, want: [0, 0, 600, 0] },
])("seats of $name", ({ shares, sum, want }) => {
  const { nominal, lower, upper, initial } = seatLimits(shares, { sum, seats: 600 });
  expect([nominal, lower, upper, initial]).toEqual(want);
});

test("demand is averaged over time, with its deviation and its highest value", () => {
  const demand = new SeatDemand();
  demand.hold(0, 5_000);
  demand.hold(10, 5_000);
  expect(demand.take()).toEqual({ average: 5, deviation: 5, highest: 10 });
  demand.hold(10, 1_000);
  demand.hold(100, 0);
  expect(demand.take()).toEqual({ average: 10, deviation: 0, highest: 100 });
});
