/** A begin or an end of a call, by its place in time. */
export type Moment = number;

/**
 * The begins and ends of calls that are left, in order of time; a call that never ended has no end.
 */
export interface Timeline {
  /** The number of ends that are left. */
  readonly endsLeft: number;
  first(): Moment;
  after(moment: Moment): Moment;
  at(moment: Moment): { readonly index: number; readonly isEnd: boolean };
  /** Takes a call out. */
  take(index: number): void;
  /** Undoes the last `take` that was not undone; returns where its call begins. */
  putBack(index: number): Moment;
}

const none = -1;

export function createTimeline(calls: readonly { readonly begunMs: number; readonly endedMs: number }[]): Timeline {
  const moments = calls
    .flatMap(({ begunMs, endedMs }, index) => [
      { index, isEnd: false, atMs: begunMs },
      { index, isEnd: true, atMs: endedMs },
    ])
    .filter(({ atMs }) => atMs !== Number.POSITIVE_INFINITY)
    // What began at the very time at which another ended may have come before it.
    .sort((a, b) => a.atMs - b.atMs || Number(a.isEnd) - Number(b.isEnd));
  const head = moments.length;
  // A doubly linked list: an entry that was removed can be inserted again in its former position.
  const next = Int32Array.from([...moments.keys(), head], (i) => (i + 1) % (head + 1));
  const previous = Int32Array.from([...moments.keys(), head], (i) => (i + head) % (head + 1));
  const begins = new Int32Array(calls.length).fill(none);
  const ends = new Int32Array(calls.length).fill(none);
  for (const [moment, { index, isEnd }] of moments.entries()) (isEnd ? ends : begins)[index] = moment;
  let endsLeft = moments.length - calls.length;

  function unlink(moment: Moment): void {
    next[previous[moment]!] = next[moment]!;
    previous[next[moment]!] = previous[moment]!;
  }

  function link(moment: Moment): void {
    next[previous[moment]!] = moment;
    previous[next[moment]!] = moment;
  }

  return {
    get endsLeft() {
      return endsLeft;
    },
    first: () => next[head]!,
    after: (moment) => next[moment]!,
    at: (moment) => moments[moment]!,
    take(index) {
      unlink(begins[index]!);
      if (ends[index] === none) return;
      unlink(ends[index]!);
      endsLeft--;
    },
    putBack(index) {
      if (ends[index] !== none) {
        link(ends[index]!);
        endsLeft++;
      }
      link(begins[index]!);
      return begins[index]!;
    },
  };
}
