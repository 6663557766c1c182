import { expect, test } from "vitest";
import { FlowPauses } from "./flow-pauses.ts";

const options = { burstMs: 2, ratio: 3, freeRequests: 16, maxUnreadBytes: 8 * 1024 * 1024 };

interface Case {
  readonly name: string;
  readonly waiting: number;
  /** Times at which requests of another flow come. */
  readonly others: readonly number[];
  /** Length of the pause after 2 ms of work that end at 2,000 ms. */
  readonly pauseMs: number;
}

const cases: readonly Case[] = [
  { name: "a flow alone is not paused", waiting: 100, others: [], pauseMs: 0 },
  { name: "a flow with few waiting requests is not paused", waiting: 16, others: [1_900], pauseMs: 0 },
  {
    name: "a flow beside others is paused for three times as long as it worked",
    waiting: 17,
    others: [1_900],

    pauseMs: 6,
  },
  { name: "others that have been silent for a second do not count", waiting: 17, others: [900], pauseMs: 0 },
];

test.each(cases)("$name", ({ waiting, others, pauseMs }) => {
  const pauses = new FlowPauses(options);
  const [flow, other] = [{ waiting }, { waiting: 0 }];
  pauses.seen(flow, 0);
  for (const atMs of others) {
    pauses.seen(other, atMs);
    pauses.seen(flow, atMs);
  }
  pauses.used(flow, 2, 2_000);
  expect(Math.max(pauses.untilMs(flow) - 2_000, 0)).toBe(pauseMs);
});
