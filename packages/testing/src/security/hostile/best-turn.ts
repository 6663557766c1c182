import { collectGarbage } from "./collect-garbage.ts";
import { maxTurnMs, slowness } from "./slowness.ts";

/** Work that takes too long fails all of them. */
const maxAttempts = 8;

/** The measures of a turn, which tests replace. */
export interface TurnMeasures {
  /** CPU time of the longest turn of one attempt, in milliseconds. */
  readonly attempt: () => Promise<number>;
  /** @default that of this machine */
  readonly slowness?: () => number;
}

/**
 * CPU time in milliseconds that the longest turn takes on a machine of the reference speed.
 *
 * While it is over the limit it is measured again, and the speed of the machine before and after:
 * the least time counts, divided by the least slowness. What else runs on the machine only ever
 * adds to either, in bursts that do not last for all attempts.
 */
export async function bestTurnMs({ attempt, slowness: measured = slowness }: TurnMeasures): Promise<number> {
  let turnMs = await attempt();
  if (turnMs < maxTurnMs) return turnMs;
  let slow = measured();
  for (let i = 1; i < maxAttempts && turnMs / slow >= maxTurnMs; i++) {
    // Garbage of earlier requests must not count.
    collectGarbage();
    turnMs = Math.min(turnMs, await attempt());
    slow = Math.min(slow, measured());
  }
  return turnMs / slow;
}
