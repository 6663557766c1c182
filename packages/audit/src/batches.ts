import { type Clock, pause, type Timer } from "@svc/base";
import type { AuditEvent } from "./event.ts";

export interface BatchOptions {
  readonly clock: Clock;
  /** Events that may wait; more are refused. */
  readonly bufferSize: number;
  /** Events per batch. */
  readonly maxSize: number;
  /** Time in milliseconds that a batch waits to become full; 0 sends each event alone. */
  readonly maxWaitMs: number;
  /** The rate of batches, on average and in a burst. @default no bound */
  readonly throttle?: { readonly perSecond: number; readonly burst: number };
  readonly send: (events: readonly AuditEvent[]) => void | Promise<void>;
  /** Called with events that were dropped. */
  readonly lost: (events: number, error: unknown) => void;
}

/** Events that wait to be sent together. */
interface Batches {
  /** @throws {RangeError} when too many wait */
  push(event: AuditEvent): void;
  /** Sends pending events, and accepts no more. */
  close(): Promise<void>;
}

/** Collects events, and sends one batch after the other, in order. */
export function createBatches(options: BatchOptions): Batches {
  const { clock, bufferSize, maxSize, maxWaitMs, send, lost } = options;
  const ration = createRation(options);
  const waiting: AuditEvent[] = [];
  let sending: Promise<void> | undefined;
  let timer: Timer | undefined;
  let closed = false;

  const sendAll = async (everything: boolean): Promise<void> => {
    while (waiting.length >= maxSize || (everything && waiting.length > 0)) {
      const delayMs = closed ? 0 : ration();
      if (delayMs > 0) await pause(clock, delayMs);
      const batch = waiting.splice(0, maxSize);
      try {
        await send(batch);
      } catch (error) {
        lost(batch.length, error);
      }
    }
  };
  const flush = (everything: boolean): void => {
    if (sending !== undefined) return;
    timer?.cancel();
    timer = undefined;
    sending = sendAll(everything).finally(() => {
      sending = undefined;
      schedule();
    });
  };
  const schedule = (): void => {
    if (closed || waiting.length === 0 || sending !== undefined) return;
    if (waiting.length >= maxSize) flush(false);
    else if (maxWaitMs === 0) flush(true);
    else timer ??= clock.after(maxWaitMs, () => flush(true));
  };
  return {
    push: (event) => {
      if (closed || waiting.length >= bufferSize) throw new RangeError(`${bufferSize} events wait already`);
      waiting.push(event);
      schedule();
    },
    close: async () => {
      closed = true;
      timer?.cancel();
      await sending;
      await sendAll(true);
    },
  };
}

/** The delay of the next batch that keeps the rate within its limit. */
function createRation({ clock, throttle }: BatchOptions): () => number {
  if (throttle === undefined) return () => 0;
  const { perSecond, burst } = throttle;
  let tokens = burst;
  let lastMs = clock.monotonic();
  return () => {
    const nowMs = clock.monotonic();
    tokens = Math.min(burst, tokens + ((nowMs - lastMs) / 1000) * perSecond);
    lastMs = nowMs;
    tokens -= 1;
    return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
  };
}
