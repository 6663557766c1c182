import { runSteps, type Steps } from "./steps.ts";

/**
 * Lets requests with large bodies or objects work in turns, so that no other request waits for all
 * of their work.
 */
export interface Turns {
  /** Resolves in a later turn of the event loop, in which no other holder of these turns works. */
  giveWay(): Promise<void>;
  /** Runs the steps, and gives way between them. */
  run<T>(steps: Steps<T>): Promise<T>;
}

/** Creates turns that one queue orders. */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  const giveWay = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
  return { giveWay, run: (steps) => runSteps(steps, giveWay) };
}
