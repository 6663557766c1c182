/**
 * Patterns so simple that the platform's backtracking engine takes linear time for them too: no
 * reference or assertion, at most one repetition without bound and only behind a leading `^`, none
 * inside another, and few choices. For all others the answer is undefined. What such a pattern
 * means is the same in both syntaxes.
 */
export function nativeRegex(pattern: string): RegExp | undefined {
  if (pattern.length > maxPattern) return undefined;
  const state = { pattern, at: 0, unbounded: 0, choices: 1 };
  if (!alternatives(state, 0) || state.at < pattern.length) return undefined;
  if (state.choices > maxChoices) return undefined;
  const anchored = pattern.startsWith("^") && !pattern.includes("|");
  if (state.unbounded > (anchored ? 1 : 0)) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    // A range such as `[z-a]`: the other engine reports the error.
    return undefined;
  }
}

const maxPattern = 200;
/**
 * Ways to match that the engine may have to try at each place: it may try all of them for every
 * length of a repetition.
 */
const maxChoices = 2;
const maxNesting = 10;

interface State {
  readonly pattern: string;
  at: number;
  unbounded: number;
  choices: number;
}

const plain = /[A-Za-z0-9 _\-,:;@/#%&=!"'<>~]/y;
const escaped = /\\[.\-/[\](){}+*?|^$\\]/y;
/** A class of ASCII characters and ranges without anything special in it. */
const charClass = /\[\^?-?(?:(?:[A-Za-z0-9_.,:;@/#%=!<>~ ]|\\[.\-/[\]\\])(?:-[A-Za-z0-9])?)+-?\]/y;
const digits = /\\[dw]/y;

function take(s: State, form: RegExp): boolean {
  form.lastIndex = s.at;
  if (!form.test(s.pattern)) return false;
  s.at = form.lastIndex;
  return true;
}

function alternatives(s: State, depth: number): boolean {
  if (depth > maxNesting || !sequence(s, depth)) return false;
  while (s.pattern[s.at] === "|") {
    s.at++;
    s.choices *= 2;
    if (!sequence(s, depth)) return false;
  }
  return true;
}

function sequence(s: State, depth: number): boolean {
  if (depth === 0 && s.at === 0 && s.pattern[0] === "^") s.at++;
  while (s.at < s.pattern.length && s.pattern[s.at] !== "|" && s.pattern[s.at] !== ")") {
    if (s.pattern[s.at] === "$") {
      s.at++;
      // Only at the very end: elsewhere it could hide what follows.
      return s.at === s.pattern.length;
    }
    if (!repeated(s, depth)) return false;
  }
  return true;
}

/** An atom, and how often. */
function repeated(s: State, depth: number): boolean {
  const before = s.unbounded;
  if (s.pattern[s.at] === "(") {
    s.at += s.pattern.startsWith("(?:", s.at) ? 3 : 1;
    if (s.pattern[s.at] === "?" || !alternatives(s, depth + 1) || s.pattern[s.at] !== ")") return false;
    s.at++;
  } else if (!take(s, charClass) && !take(s, escaped) && !take(s, digits) && !take(s, plain)) return false;
  const quantifier = s.pattern[s.at];
  if (quantifier === "?") {
    s.at++;
    s.choices *= 2;
  } else if (quantifier === "*" || quantifier === "+") {
    s.at++;
    // A repetition inside this one would be tried in every round of it; so would a choice.
    if (s.unbounded > before || s.pattern[s.at - 2] === ")") return false;
    s.unbounded++;
  }
  return !/^[?*+{]/.test(s.pattern.slice(s.at, s.at + 1));
}
