/**
 * Runs callbacks, in order, after all promise reactions that are already due. A store resolves its
 * commits this way: after awaiting a commit, every watcher has received it, regardless of the
 * number of awaits in its loop.
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
