import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "./fuzz/random.ts";
import { bestTurnMs } from "./hostile/best-turn.ts";
import { hostileFrames } from "./hostile/frames.ts";
import { sampleOf } from "./hostile/generated.ts";
import { maxTurnMs } from "./hostile/slowness.ts";
import { type FuzzedSockets, startFuzzedSockets } from "./sockets/fuzz-sockets.ts";

/** Clients and the kubelet share the thread, and other tests the machine. */
const toleranceMs = maxTurnMs / 2;

// A sample: `pnpm held-loop` sends all of them.
describe("three megabytes of one kind of frame hold the event loop for no more than 100 ms", () => {
  let sockets: FuzzedSockets;
  beforeAll(async () => {
    sockets = await startFuzzedSockets();
  });
  afterAll(() => sockets?.[Symbol.asyncDispose]());

  test.each(sampleOf(hostileFrames, 10, createRandom(1)))("$name", async ({ way, bytes }) => {
    const turnMs = await bestTurnMs({ attempt: () => sockets.longestTurnMs(way, bytes()) });
    expect(turnMs).toBeLessThan(maxTurnMs + toleranceMs);
  });
});
