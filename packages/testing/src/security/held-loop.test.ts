import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "./fuzz/random.ts";
import { sampleOf } from "./hostile/generated.ts";
import { type Probe, startProbe } from "./hostile/probe.ts";
import { maxTurnMs } from "./hostile/slowness.ts";
import { writtenBodies } from "./hostile/written.ts";

/**
 * Of a machine that other tests keep busy the figures are less exact than those of `pnpm
 * held-loop`.
 */
const toleranceMs = maxTurnMs / 2;

// A sample: `pnpm held-loop` sends all of them, and generated ones.
describe("a request holds the event loop for no more than 100 ms of CPU time", () => {
  let probe: Probe;
  beforeAll(async () => {
    probe = await startProbe();
  });
  afterAll(() => probe?.[Symbol.asyncDispose]());

  test.each(sampleOf(writtenBodies, 60, createRandom(1)))("$name", async (body) => {
    expect(await probe.longestTurnMs(body)).toBeLessThan(maxTurnMs + toleranceMs);
  });
});
