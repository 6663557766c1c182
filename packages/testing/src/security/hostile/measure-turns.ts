/**
 * The CPU time for which one piece of work held the thread, so that other processes of a shared
 * machine do not count.
 */
export interface Held<T> {
  readonly result: T;
  /** CPU time of the longest turn of the event loop, in milliseconds. */
  readonly longestTurnMs: number;
}

/**
 * Measures the longest turn of the event loop while something runs. Between two turns any other
 * client's request would be served.
 */
export async function measureTurns<T>(run: () => Promise<T>): Promise<Held<T>> {
  let longest = 0;
  let last = process.threadCpuUsage();
  let next: NodeJS.Immediate | undefined;
  const turn = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
  };
  const tick = (): void => {
    turn();
    next = setImmediate(tick);
  };
  next = setImmediate(tick);
  try {
    const result = await run();
    turn();
    return { result, longestTurnMs: longest / 1000 };
  } finally {
    clearImmediate(next);
  }
}
