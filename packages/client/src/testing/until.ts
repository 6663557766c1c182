import type { ManualClock } from "@svc/base";

const maxTurns = 5000;

/**
 * Lets everything that is under way go on until something is so. A clock that is given advances a
 * little each turn.
 */
export async function until(condition: () => boolean, clock?: ManualClock, stepMs = 50): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    if (condition()) return;
    await turns(1);
    clock?.advance(stepMs);
  }
  throw new Error(`it did not come about: ${condition}`);
}

/** Lets what is under way go on for a while. */
export async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
}
