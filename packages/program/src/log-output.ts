import { writeSync } from "node:fs";
import type { Clock } from "@svc/base";

/** The output of a log. */
export interface LogOutput {
  /**
   * Writes whole lines. Neither throws nor blocks: lines that cannot be written immediately are
   * buffered.
   */
  write(text: string): void;
  /** Flushes buffered lines at the end of the process, for at most a second. */
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
 * Writes lines of a log. A pipe with a slow reader is full for a while, and one without a reader
 * fails: neither may fail or delay the logged request.
 */
export function createLogOutput(options: LogOutputOptions): LogOutput {
  const { clock, onLeftOut, maxBytes = defaultMaxBytes, writeBytes = (bytes) => writeSync(2, bytes) } = options;
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let leftOut = 0;
  let isRetrying = false;

  /** Writes as much of the buffer as the output accepts. */
  const drain = (): void => {
    for (let first = kept[0]; first !== undefined; first = kept[0]) {
      let taken: number;
      try {
        taken = writeBytes(first);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EAGAIN") return;
        // The reader is gone or the disk is full, and there is no other log to report that.
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
