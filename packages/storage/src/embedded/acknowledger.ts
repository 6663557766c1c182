import { nextTurn } from "./range-scan.ts";

/** Receives the outcome of a commit. */
export interface CommitWaiter {
  succeed(): void;
  fail(error: Error): void;
}

/**
 * Resolves commits whose data is durable, in batches: each callback may start much work, so the
 * event loop gets a turn between batches. The disk can start with the commits that the first batch
 * causes while the next batch is resolved.
 */
interface Acknowledger {
  /** Takes ownership of the list and empties it. */
  acknowledge(waiting: CommitWaiter[]): void;
  idle(): Promise<void>;
}

// Half of the waiting commits, so that both halves keep the disk busy in turn, but never more than
// one or two milliseconds of callbacks.
const minBatch = 32;
const maxBatch = 128;

/** @param afterWatchers runs a callback after every watcher has received what became visible */
export function createAcknowledger({
  afterWatchers,
}: {
  readonly afterWatchers: (callback: () => void) => void;
}): Acknowledger {
  const lists: CommitWaiter[][] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (let list = lists.shift(); list !== undefined; list = lists.shift()) await acknowledgeAll(list);
    running = undefined;
  }

  async function acknowledgeAll(list: CommitWaiter[]): Promise<void> {
    const batchSize = Math.min(maxBatch, Math.max(minBatch, list.length >> 1));
    for (let from = 0; from < list.length; from += batchSize) {
      const to = Math.min(list.length, from + batchSize);
      await new Promise<void>((resolve) => {
        afterWatchers(() => {
          for (let i = from; i < to; i++) list[i]!.succeed();
          resolve();
        });
      });
      await nextTurn();
    }
    // References to the list would otherwise keep its content alive past the young generation.
    list.length = 0;
  }

  return {
    acknowledge(waiting) {
      lists.push(waiting);
      running ??= run();
    },
    idle: async () => running,
  };
}
