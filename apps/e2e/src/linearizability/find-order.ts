import { createTimeline } from "./timeline.ts";

/**
 * What one thing does that many call: each call takes it from a state to the next, at one instant.
 */
export interface Model<State, Call> {
  readonly initial: State;
  /**
   * The state after a call that was answered as it was; undefined where it cannot have been
   * answered so.
   */
  step(state: State, call: Call): State | undefined;
  /** Equal for states that are indistinguishable. */
  keyOf(state: State): string;
}

/** A call, and the time within which it happened. */
export interface TimedCall<Call> {
  readonly call: Call;
  readonly begunMs: number;
  /** `Infinity` for a call without a response: it may have happened at any later time, or never. */
  readonly endedMs: number;
}

export type Order<Call> =
  | { readonly ok: true }
  /** The most calls that any order explains, and those of which one would have to come next. */
  | { readonly ok: false; readonly longest: readonly TimedCall<Call>[]; readonly next: readonly TimedCall<Call>[] };

interface Choice<State> {
  readonly index: number;
  readonly before: State;
}

/**
 * Searches for an order of calls in which the model gives each call its response, and in which no
 * call precedes one that had ended before it began: then the history is linearizable. Every order
 * is tried, but none twice from the same state with the same calls left. Sources: J. Wing and C.
 * Gong, "Testing and verifying concurrent objects"; G. Lowe, "Testing for linearizability".
 */
export function findOrder<State, Call>(
  calls: readonly TimedCall<Call>[],
  { initial, step, keyOf }: Model<State, Call>,
): Order<Call> {
  const timeline = createTimeline(calls);
  const taken = createIndexSet(calls.length);
  const tried = new Set<string>();
  const chosen: Choice<State>[] = [];
  let longest: readonly Choice<State>[] = [];
  let state = initial;
  for (let moment = timeline.first(); timeline.endsLeft > 0; ) {
    const { index, isEnd } = timeline.at(moment);
    if (!isEnd) {
      const next = step(state, calls[index]!.call);
      if (next !== undefined && isNew(tried, taken.keyWith(index), keyOf(next))) {
        chosen.push({ index, before: state });
        taken.add(index);
        timeline.take(index);
        state = next;
        moment = timeline.first();
        continue;
      }
      moment = timeline.after(moment);
      continue;
    }
    // Whatever may come before this end was tried: the last choice was wrong.
    if (chosen.length >= longest.length) longest = [...chosen];
    const last = chosen.pop();
    if (last === undefined) return failure(calls, longest);
    state = last.before;
    taken.delete(last.index);
    moment = timeline.after(timeline.putBack(last.index));
  }
  return { ok: true };
}

function isNew(tried: Set<string>, calls: string, state: string): boolean {
  const before = tried.size;
  return tried.add(`${calls} ${state}`).size > before;
}

function failure<State, Call>(calls: readonly TimedCall<Call>[], longest: readonly Choice<State>[]): Order<Call> {
  const taken = new Set(longest.map(({ index }) => index));
  const left = calls.filter((_, index) => !taken.has(index));
  const firstEndMs = Math.min(...left.map(({ endedMs }) => endedMs));
  return {
    ok: false,
    longest: longest.map(({ index }) => calls[index]!),
    next: left.filter(({ begunMs }) => begunMs <= firstEndMs),
  };
}

/** Indexes, as bits. */
function createIndexSet(size: number): {
  add(index: number): void;
  delete(index: number): void;
  /** Equal for equal sets, once the index is added. */
  keyWith(index: number): string;
} {
  const words = new Uint32Array(Math.ceil(size / 32));
  const flip = (index: number): void => {
    words[index >> 5]! ^= 1 << (index & 31);
  };
  return {
    add: flip,
    delete: flip,
    keyWith(index) {
      flip(index);
      const key = words.join();
      flip(index);
      return key;
    },
  };
}
