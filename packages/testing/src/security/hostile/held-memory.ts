import type { TestServer } from "../../index.ts";
import type { HostileBody } from "./body.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { requestOf, sendBefore } from "./send-body.ts";

/** Concurrent requests with one body. */
export const concurrency = 20;

/** A collection takes long: so much CPU time passes between two of them. */
const betweenSamplesMs = 100;

/** For responses, the objects that remain stored, and caches. */
const fixedBytes = 64 * 2 ** 20;

/** The maximum number of bytes that may be held while bodies of this size are processed. */
export function maxHeldBytes(sentBytes: number): number {
  return fixedBytes + 4 * sentBytes;
}

export interface HeldMemory {
  /** The bytes that all requests sent together. */
  readonly sentBytes: number;
  /** The maximum that was held beyond the memory held before, requests included. */
  readonly heldBytes: number;
}

/**
 * Sends a body many times concurrently, and measures the memory that the process holds, garbage
 * excluded.
 */
export async function measureHeldMemory(base: TestServer, body: HostileBody): Promise<HeldMemory> {
  await using server = await base.fork();
  await sendBefore(server, body);
  const { send, bytes } = requestOf(server, body);
  const before = liveBytes();
  let most = 0;
  let last = process.threadCpuUsage();
  const sample = (): void => {
    const now = process.threadCpuUsage();
    if (now.user - last.user > betweenSamplesMs * 1_000) {
      most = Math.max(most, liveBytes() - before);
      last = process.threadCpuUsage();
    }
    next = setImmediate(sample);
  };
  let next = setImmediate(sample);
  try {
    await Promise.all(Array.from({ length: concurrency }, send));
  } finally {
    clearImmediate(next);
  }
  most = Math.max(most, liveBytes() - before);
  return { sentBytes: concurrency * bytes, heldBytes: most };
}

function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
