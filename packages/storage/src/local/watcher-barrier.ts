/**
 * Runs callbacks, in order, once all promise reactions that are already due have run. A store
 * resolves its commits so: whoever awaits a commit finds that those who watch have seen it, however
 * many awaits their loop has.
 */
export function createWatcherBarrier(): (callback: () => void) => void {
  let waiting: (() => void)[] = [];
  const run = (): void => {
    const due = waiting;
    waiting = [];
    for (const callback of due) callback();
  };
  return (callback) => {
    // Ticks run when no microtask is left, but before microtasks unless asked for by one.
    if (waiting.push(callback) === 1) queueMicrotask(() => process.nextTick(run));
  };
}
