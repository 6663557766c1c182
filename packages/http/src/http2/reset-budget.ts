import type { Clock } from "@svc/base";

/** Limits how many streams of a connection may be reset before their response. */
export interface ResetBudget {
  /** @returns false when the budget is used up */
  spend(): boolean;
}

/** The burst of resets, and their rate per second afterwards. */
const burst = 1000;
const perSecond = 100;

export function createResetBudget(clock: Clock): ResetBudget {
  let left = burst;
  let at: number | undefined;
  return {
    spend: () => {
      const now = clock.monotonic();
      left = Math.min(burst, left + ((now - (at ?? now)) / 1000) * perSecond) - 1;
      at = now;
      return left >= 0;
    },
  };
}
