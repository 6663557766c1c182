import { nextTurn } from "./range-scan.ts";

/** Somebody who waits for the outcome of a commit. */
export interface CommitWaiter {
  succeed(): void;
  fail(error: Error): void;
}

/**
 * Tells those who wait that what they wait for is durable: some at a time, since each is likely to
 * do a good deal at once, and others want to run too. It also lets the disk begin with what the
 * first of them bring while the next ones are told.
 */
interface Acknowledger {
  /** Takes the list, and empties it. */
  acknowledge(waiting: CommitWaiter[]): void;
  idle(): Promise<void>;
}

// Half of those who wait, so that the two halves keep the disk busy in turn; but no more than take
// a millisecond or two.
const minBatch = 32;
const maxBatch = 128;

/** @param settle runs a callback once everybody who watches has seen what became visible */
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
    // Whatever still points to the list would otherwise keep all of it alive past the young
    // generation.
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
