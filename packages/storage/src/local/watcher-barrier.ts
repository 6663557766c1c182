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
    // `nextTick` callbacks run after all microtasks only if a microtask queued them.
    if (waiting.push(callback) === 1) queueMicrotask(() => process.nextTick(run));
  };
}
