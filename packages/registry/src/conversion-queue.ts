import { type Clock, createWorkQueue, type Log } from "@svc/base";
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

interface ConversionQueueOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** True for an object that is not the newest version any more: its conversion is not retried. */
  readonly isReplaced: (stored: StoredObject) => boolean;
}

interface Conversion {
  readonly stored: StoredObject;
  readonly needed: ConversionNeeded;
}

/** Creates the queue of one resource: failed conversions are retried after 1 to 30 seconds. */
export function createConversionQueue({ isReplaced, ...options }: ConversionQueueOptions): ConversionQueue {
  /** The newest one of each object: a new definition may convert it in another way. */
  const conversions = new Map<string, Conversion>();
  const untried = new Set<string>();
  let allTried: PromiseWithResolvers<void> | undefined;
  const endWaits = (): void => {
    allTried?.resolve();
    allTried = undefined;
  };
  const convert = async (id: string): Promise<void> => {
    const conversion = conversions.get(id);
    if (conversion === undefined) return;
    const { stored, needed } = conversion;
    try {
      // Before the first attempt the cache may not have the object yet.
      const isDropped = !untried.has(id) && isReplaced(stored);
      if (!isDropped) await needed.resolve();
      if (conversions.get(id) !== conversion) return;
      conversions.delete(id);
      if (!isDropped) stored.readAgain();
    } finally {
      const newest = conversions.get(id);
      if (newest === undefined || newest === conversion) untried.delete(id);
      if (untried.size === 0) endWaits();
    }
  };
  const queue = createWorkQueue<string>({
    ...options,
    name: "conversions of stored objects",
    work: async (id) => void (await convert(id)),
    workers: 16,
    firstRetryMs: 1_000,
    maxRetryMs: 30_000,
    keepAlive: false,
    failureLevel: "warn",
  });
  return {
    add: (stored, needed) => {
      const id = `${stored.key}@${stored.revision}`;
      conversions.set(id, { stored, needed });
      untried.add(id);
      queue.add(id);
    },
    tried: () => (untried.size === 0 ? undefined : (allTried ??= Promise.withResolvers()).promise),
    close: () => {
      queue.stop();
      conversions.clear();
      untried.clear();
      endWaits();
    },
  };
}
