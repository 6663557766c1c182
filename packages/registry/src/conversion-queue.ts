import { type Clock, type Log, pause } from "@svc/base";
import type { ConversionNeeded } from "@svc/schema";
import type { StoredObject } from "./stored-object.ts";

/** Stored objects of another version whose conversion needs a webhook. */
export interface ConversionQueue {
  /** Reads an object again after its conversion. */
  add(stored: StoredObject, needed: ConversionNeeded): void;
  /** Waits until each added object was tried once; undefined where none waits. */
  tried(): Promise<void> | undefined;
  close(): void;
}

/** Concurrent conversions. */
const concurrency = 16;
const retryMs = 1_000;

export function createConversionQueue({ clock, log }: { readonly clock: Clock; readonly log: Log }): ConversionQueue {
  const waiting: { readonly stored: StoredObject; readonly needed: ConversionNeeded }[] = [];
  /** Most resources never need a conversion. */
  let closed: AbortController | undefined;
  let isClosed = false;
  let running = 0;
  let untried = 0;
  const allTried: (() => void)[] = [];

  const isTried = (): void => {
    if (--untried > 0) return;
    for (const done of allTried.splice(0)) done();
  };
  const convert = async (stored: StoredObject, needed: ConversionNeeded): Promise<void> => {
    for (let attempt = 1; !isClosed; attempt++) {
      try {
        await needed.resolve();
        stored.readAgain();
        return;
      } catch (error) {
        log.warn("a stored object of another version cannot be converted, will retry", {
          key: stored.key,
          error: String(error),
        });
      } finally {
        if (attempt === 1) isTried();
      }
      closed ??= new AbortController();
      await pause(clock, retryMs, { signal: closed.signal });
    }
  };
  const next = (): void => {
    const entry = running < concurrency ? waiting.shift() : undefined;
    if (entry === undefined) return;
    running++;
    void convert(entry.stored, entry.needed).finally(() => {
      running--;
      next();
    });
  };
  return {
    add: (stored, needed) => {
      untried++;
      waiting.push({ stored, needed });
      queueMicrotask(next);
    },
    tried: () => (untried === 0 ? undefined : new Promise((resolve) => void allTried.push(resolve))),
    close: () => {
      isClosed = true;
      closed?.abort();
    },
  };
}
