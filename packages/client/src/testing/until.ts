import type { ManualClock } from "@svc/base";

const maxTurns = 5000;

/** Runs pending work until a condition holds. A given clock advances a little each turn. */
export async function until(condition: () => boolean, clock?: ManualClock, stepMs = 50): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    if (condition()) return;
    await turns(1);
    clock?.advance(stepMs);
  }
  throw new Error(`the condition never held: ${condition}`);
}

/** Runs pending work for a number of turns. */
export async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
}
