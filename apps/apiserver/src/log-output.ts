import { writeSync } from "node:fs";
import type { Clock } from "@svc/base";

/** Where the lines of a log go. */
export interface LogOutput {
  /** Takes whole lines. It neither fails nor waits: what cannot be written at once is kept. */
  write(text: string): void;
  /** Waits until what is kept is written, for a process that ends, but no longer than a second. */
  flush(): void;
}

interface LogOutputOptions {
  readonly clock: Pick<Clock, "after">;
  /** Called once lines can be written again after some were left out. */
  readonly onLeftOut: (lines: number) => void;
  /** Bytes that are kept at most; further lines are left out. @default 1 MiB */
  readonly maxBytes?: number;
  /** Writes some bytes, and returns how many. @default to standard error */
  readonly writeBytes?: (bytes: Buffer) => number;
}

const defaultMaxBytes = 1024 * 1024;
const retryMs = 20;
const flushMs = 1_000;

/**
 * Writes lines of a log. A pipe whose reader is slow takes no more for a while, and one whose
 * reader is gone takes nothing any more: neither may fail the request that is logged, nor hold it
 * up.
 */
export function createLogOutput(options: LogOutputOptions): LogOutput {
  const { clock, onLeftOut, maxBytes = defaultMaxBytes, writeBytes = (bytes) => writeSync(2, bytes) } = options;
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let leftOut = 0;
  let isRetrying = false;

  /** Writes what is kept, as far as it is taken. */
  const drain = (): void => {
    for (let first = kept[0]; first !== undefined; first = kept[0]) {
      let taken: number;
      try {
        taken = writeBytes(first);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EAGAIN") return;
        // The reader is gone, or the disk is full: no log could tell.
        taken = first.length;
        leftOut++;
      }
      keptBytes -= taken;
      if (taken >= first.length) kept.shift();
      else kept[0] = first.subarray(taken);
    }
  };
  const retryLater = (): void => {
    if (isRetrying || kept.length === 0) return;
    isRetrying = true;
    clock.after(retryMs, () => {
      isRetrying = false;
      drain();
      retryLater();
      tell();
    });
  };
  const tell = (): void => {
    if (leftOut === 0 || kept.length > 0) return;
    const lines = leftOut;
    leftOut = 0;
    onLeftOut(lines);
  };
  return {
    write: (text) => {
      const bytes = Buffer.from(text);
      if (kept.length > 0 && keptBytes + bytes.length > maxBytes) {
        leftOut++;
        return;
      }
      kept.push(bytes);
      keptBytes += bytes.length;
      if (!isRetrying) drain();
      retryLater();
    },
    flush: () => {
      const pause = new Int32Array(new SharedArrayBuffer(4));
      for (let ms = 0; kept.length > 0 && ms < flushMs; ms += retryMs) {
        drain();
        if (kept.length > 0) Atomics.wait(pause, 0, 0, retryMs);
      }
    },
  };
}
