import type { Clock } from "@svc/base";

interface LineBudgetOptions {
  readonly clock: Clock;
  readonly perSecond: number;
}

/**
 * Bounds the lines of a log: a burst of one second's lines, and as many in each second after it.
 */
export interface LineBudget {
  /**
   * Takes one line from the budget.
   * @returns how many lines were omitted since the line before, or undefined for one to omit
   */
  take(): number | undefined;
}

export function createLineBudget({ clock, perSecond }: LineBudgetOptions): LineBudget {
  let left = perSecond;
  let atMs = clock.monotonic();
  let omitted = 0;
  return {
    take: () => {
      const nowMs = clock.monotonic();
      left = Math.min(perSecond, left + ((nowMs - atMs) / 1000) * perSecond);
      atMs = nowMs;
      if (left < 1) {
        omitted++;
        return undefined;
      }
      left -= 1;
      const before = omitted;
      omitted = 0;
      return before;
    },
  };
}
