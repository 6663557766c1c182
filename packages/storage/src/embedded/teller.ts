import { nextTurn } from "./collect.ts";

/** Somebody who waits for the outcome of a commit. */
export interface Waiting {
  succeed(): void;
  fail(error: Error): void;
}

/**
 * Tells those who wait that what they wait for is durable: some at a time, since each is likely to do a good deal at once, and
 * others want to run too. It also lets the disk begin with what the first of them bring while the next ones are told.
 */
interface Teller {
  /** Takes the list, and empties it. */
  tell(waiting: Waiting[]): void;
  idle(): Promise<void>;
}

// Half of those who wait, so that the two halves keep the disk busy in turn; but no more than take a millisecond or two.
const fewestAtOnce = 32;
const mostAtOnce = 128;

/** @param settle runs a callback once everybody who watches has seen what became visible */
export function createTeller({ settle }: { readonly settle: (callback: () => void) => void }): Teller {
  const lists: Waiting[][] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (let list = lists.shift(); list !== undefined; list = lists.shift()) await tellAll(list);
    running = undefined;
  }

  async function tellAll(list: Waiting[]): Promise<void> {
    const atOnce = Math.min(mostAtOnce, Math.max(fewestAtOnce, list.length >> 1));
    for (let from = 0; from < list.length; from += atOnce) {
      const to = Math.min(list.length, from + atOnce);
      await new Promise<void>((resolve) => {
        settle(() => {
          for (let i = from; i < to; i++) list[i]!.succeed();
          resolve();
        });
      });
      await nextTurn();
    }
    // Whatever still points to the list would otherwise keep all of it alive past the young generation.
    list.length = 0;
  }

  return {
    tell(waiting) {
      lists.push(waiting);
      running ??= run();
    },
    idle: async () => running,
  };
}
