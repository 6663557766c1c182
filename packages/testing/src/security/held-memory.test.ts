import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestServer } from "../index.ts";
import { maxHeldBytes, measureHeldMemory } from "./hostile/held-memory.ts";
import { startProbeServer } from "./hostile/probe.ts";
import { writtenBodies } from "./hostile/written.ts";

const sample = ["base64 of paddings", "values of a long enumeration", "a token review of dots", "ports of a container"];

// A sample of long texts and small values: `pnpm held-memory` sends all written bodies.
describe("twenty concurrent requests hold at most 64 MiB and four times their bodies", () => {
  let base: TestServer;
  beforeAll(async () => {
    base = await startProbeServer();
  });
  afterAll(() => base?.[Symbol.asyncDispose]());

  test.each(writtenBodies.filter(({ name }) => sample.includes(name)))("$name", async (body) => {
    const { sentBytes, heldBytes } = await measureHeldMemory(base, body);
    expect(sentBytes).toBeGreaterThan(20 * 2 ** 20);
    expect(heldBytes).toBeLessThan(maxHeldBytes(sentBytes));
  });
});
