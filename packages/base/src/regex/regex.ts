import { RE2JS } from "re2js";
import { aString, checkArgument } from "../check/index.ts";
import { type Automaton, type CountWork, createAutomaton } from "./automaton.ts";
import { compileWork } from "./compile-work.ts";
import { nativeRegex } from "./native-regex.ts";

/** Offsets in a text. */
export type Match = readonly [start: number, end: number];

/** A compiled regular expression, whose work is linear in its text, and counted. */
export interface Regex {
  /** True if any part of the text matches. */
  readonly test: (text: string, count: CountWork) => boolean;
  /** Finds the first match in a text from an offset. */
  readonly finder: (text: string, count: CountWork) => (from: number) => Match | undefined;
}

/** Units of 2 µs: larger patterns would hold the event loop while they are compiled. */
const maxCompileWork = 40_000;
/** Parts of a pattern that the library looks at in one unit of work. */
const partsPerUnit = 4;
/** Steps that the platform's engine does in one unit of work. */
const nativeStepsPerUnit = 64;

/**
 * Compiles a pattern in RE2 syntax.
 * @throws {Error} of an invalid pattern, with a message as RE2's; also of a pattern whose
 * repetitions and classes make it too large to be compiled in about 80 ms
 * @throws {TypeError} for a wrong argument
 */
export function compileRegex(pattern: string): Regex {
  checkArgument("compileRegex: pattern", pattern, aString);
  if (compileWork(pattern) > maxCompileWork) throw new Error("error parsing regexp: expression too large");
  const native = nativeRegex(pattern);
  if (native === undefined) return linearRegex(RE2JS.compile(pattern));
  let linear: Regex | undefined;
  return {
    test: (text, count) => {
      count((text.length * pattern.length) / nativeStepsPerUnit);
      return native.test(text);
    },
    finder: (text, count) => {
      linear ??= linearRegex(RE2JS.compile(pattern));
      return linear.finder(text, count);
    },
  };
}

function linearRegex(compiled: RE2JS): Regex {
  const size = compiled.programSize();
  let created: Automaton | undefined;
  const automaton = (): Automaton => (created ??= createAutomaton(compiled));
  return {
    test: (text, count) => automaton().test(text, count),
    finder: (text, count) => {
      const matcher = compiled.matcher(text);
      return (from) => {
        const reach = automaton().reach(text, from, count);
        if (reach === undefined) return undefined;
        count(((reach - from) * size) / partsPerUnit);
        return matcher.find(from) ? [matcher.start(), matcher.end()] : undefined;
      };
    },
  };
}
