import { expect, test } from "vitest";
import { FlowPauses } from "./flow-pauses.ts";

const mib = 1024 * 1024;
const options = {
  burstMs: 2,
  ratio: 3,
  freeRequests: 16,
  maxUnreadBytes: 8 * mib,
  maxUnreadBytesAlone: 32 * mib,
};

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
  pauses.arrived(flow, 0, true);
  for (const atMs of others) {
    pauses.arrived(other, atMs, true);
    pauses.arrived(flow, atMs, true);
  }
  pauses.used(flow, 2, 2_000);
  expect(Math.max(pauses.untilMs(flow) - 2_000, 0)).toBe(pauseMs);
});

interface UnreadCase {
  readonly name: string;
  /** Another flow has sent a request. */
  readonly isBesideOthers: boolean;
  readonly sentBytes: number;
  /** Whether each request that comes afterwards reads. */
  readonly followedBy: readonly boolean[];
  readonly isPaused: boolean;
}

const unreadCases: readonly UnreadCase[] = [
  { name: "9 MiB unread beside others", isBesideOthers: true, sentBytes: 9 * mib, followedBy: [], isPaused: true },
  { name: "9 MiB unread alone", isBesideOthers: false, sentBytes: 9 * mib, followedBy: [], isPaused: false },
  { name: "33 MiB unread alone", isBesideOthers: false, sentBytes: 33 * mib, followedBy: [], isPaused: true },
  {
    name: "what was read does not count",
    isBesideOthers: true,
    sentBytes: 9 * mib,
    followedBy: [true],
    isPaused: false,
  },
  {
    name: "writes do not tell that something was read",
    isBesideOthers: true,
    sentBytes: 9 * mib,
    followedBy: [false, false],
    isPaused: true,
  },
  {
    name: "alone, what was read",
    isBesideOthers: false,
    sentBytes: 33 * mib,
    followedBy: [true, true],
    isPaused: false,
  },
];

test.each(unreadCases)("unread responses: $name", ({ isBesideOthers, sentBytes, followedBy, isPaused }) => {
  const pauses = new FlowPauses(options);
  const [flow, other] = [{ waiting: 100 }, { waiting: 0 }];
  pauses.arrived(flow, 0, true);
  if (isBesideOthers) pauses.arrived(other, 1_990, true);
  if (isBesideOthers) pauses.arrived(flow, 1_990, true);
  for (let bytes = 0; bytes < sentBytes; bytes += mib) pauses.sent(flow, mib, 2_000);
  pauses.used(flow, 1, 2_001);
  for (const isRead of followedBy) pauses.arrived(flow, 2_001, isRead);
  expect(pauses.untilMs(flow) > 2_001).toBe(isPaused);
});
