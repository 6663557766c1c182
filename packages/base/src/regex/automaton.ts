import type { RE2JS } from "re2js";

/**
 * Counts work, in units of up to 100 ns. It may throw, which ends the search: no other step of a
 * search takes longer than a unit for each part of its pattern.
 */
export type CountWork = (units: number) => void;

/**
 * Searches a text by states that are made when they are first reached, each with all places of the
 * pattern where a match could be: a known state takes the time of one look-up for a character.
 * States that are new are counted as work. The states are those of the library.
 */
export interface Automaton {
  readonly test: (text: string, count: CountWork) => boolean;
  /**
   * The offset behind the last character that can matter for the first match from an offset;
   * undefined without a match.
   */
  readonly reach: (text: string, from: number, count: CountWork) => number | undefined;
}

type States = RE2JS["re2Input"]["dfa"];
interface State {
  readonly nfaStates: readonly number[];
  readonly isMatch: boolean;
  readonly next: readonly (State | null)[] | null;
  readonly nextAnchored: readonly (State | null)[] | null;
}

type Step = (state: State, rune: number, anchor: number) => State;

const endOfText = -1;
const unanchored = 0;
const anchored = 1;

/** The start of a search, as the library counts. */
const beginLine = 1;
const beginText = 4;
const wordBoundary = 16;

/** Characters that are found in known states for one unit of work. */
const charactersPerUnit = 16;
/** A new state costs a part of this size beside the places that it consists of. */
const stateWork = 16;
const classesPerUnit = 8;
/** States that a pattern may keep between two searches. */
const maxKeptBytes = 1024 * 1024;

/** @param compiled without look-behind assertions */
export function createAutomaton(compiled: RE2JS): Automaton {
  return new StateAutomaton(compiled);
}

class StateAutomaton implements Automaton {
  readonly #states: States;

  constructor(compiled: RE2JS) {
    this.#states = compiled.re2Input.dfa;
  }

  test(text: string, count: CountWork): boolean {
    count(text.length / charactersPerUnit);
    const found = this.#firstEnd(text, 0, this.#stepper(count)) !== undefined;
    this.#trim();
    return found;
  }

  reach(text: string, from: number, count: CountWork): number | undefined {
    const next = this.#stepper(count);
    const found = this.#firstEnd(text, from, next);
    if (found === undefined) {
      count((text.length - from) / charactersPerUnit);
      return undefined;
    }
    let { at, state } = found;
    while (at < text.length && state.nfaStates.length > 0) {
      const rune = text.codePointAt(at) ?? endOfText;
      state = next(state, rune, anchored);
      at += rune > 0xffff ? 2 : 1;
    }
    count((at - from) / charactersPerUnit);
    this.#trim();
    return at;
  }

  /** Steps from state to state; an anchored search ends when no match can continue. */
  #stepper(count: CountWork): Step {
    const states = this.#states;
    return (state, rune, anchor) => {
      const group = rune === endOfText ? states.numClasses : states.runeClass(rune);
      const known = (anchor === unanchored ? state.next : state.nextAnchored)?.[group];
      if (known !== undefined && known !== null) return known;
      // Without a memory of the last reset the library begins anew whenever its memory is full.
      const next: State | null = states.stepOrReset(state, group, rune, anchor, 0, { resetPos: -1 });
      if (next === null) throw new TypeError("a pattern is too large for its automaton");
      count(stateWork + state.nfaStates.length + next.nfaStates.length + states.numClasses / classesPerUnit);
      return next;
    };
  }

  #startAt(text: string, from: number): State {
    const before = from === 0 ? "" : text[from - 1];
    const context = before === "" ? beginText : before === "\n" ? beginLine : 0;
    const bounded = isWord(before) === isWord(text[from]) ? 0 : wordBoundary;
    const code = text.codePointAt(from);
    return this.#states.start(
      { context: () => context | bounded, step: () => (code === undefined ? -1 : code << 3) },
      from,
    );
  }

  #trim(): void {
    if (this.#states.stateBudget - this.#states.memBudget > maxKeptBytes) this.#states.clearCache();
  }

  /** The offset behind the shortest match, and the state there. */
  #firstEnd(text: string, from: number, next: Step): { readonly at: number; readonly state: State } | undefined {
    let state = this.#startAt(text, from);
    if (state.isMatch) return { at: from, state };
    for (let at = from; at < text.length; ) {
      const rune = text.codePointAt(at) ?? endOfText;
      state = next(state, rune, unanchored);
      at += rune > 0xffff ? 2 : 1;
      if (state.isMatch) return { at, state };
    }
    state = next(state, endOfText, unanchored);
    return state.isMatch ? { at: text.length, state } : undefined;
  }
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /^\w$/.test(char);
}
