import { fdatasync, write } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { monotonicMs } from "../figures/clock.ts";
import { percentile } from "../figures/statistics.ts";

interface DiskFigures {
  readonly scenario: string;
  readonly waiters: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const recordBytes = 2048;

/**
 * The limit of the disk: records appended to a file, with an fdatasync per batch of waiting
 * writers.
 */
export async function measureDisk(parent: string, waiters: number, durationMs: number): Promise<DiskFigures> {
  const dir = await mkdtemp(join(parent, "bench-disk-"));
  const file = await open(join(dir, "log"), "a");
  const record = Buffer.alloc(recordBytes, "x");
  const latencies: number[] = [];
  try {
    const from = monotonicMs();
    while (monotonicMs() < from + durationMs) {
      // All waiting writers write at once and continue together: the upper bound of group commit.
      const begun = monotonicMs();
      await appendAndSync(
        file.fd,
        waiters === 1 ? record : Buffer.concat(Array.from({ length: waiters }, () => record)),
      );
      const passed = monotonicMs() - begun;
      for (let i = 0; i < waiters; i++) latencies.push(passed);
    }
    const seconds = (monotonicMs() - from) / 1000;
    latencies.sort((a, b) => a - b);
    const figures = { perSecond: latencies.length / seconds, p50Ms: percentile(latencies, 0.5) };
    return { scenario: "append and fdatasync", waiters, ...figures, p99Ms: percentile(latencies, 0.99) };
  } finally {
    await file.close();
    await rm(dir, { recursive: true });
  }
}

function appendAndSync(fd: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    write(fd, bytes, (error) => {
      if (error !== null) return reject(error);
      fdatasync(fd, (failure) => (failure === null ? resolve() : reject(failure)));
    });
  });
}
