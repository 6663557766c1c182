import { RE2JS } from "re2js";
import { nativeRegex } from "./linear-regex.ts";
import { type Meter, work } from "./meter.ts";
import { expandedSize } from "./regex-size.ts";
import { CelError } from "./value.ts";

/** A regular expression that takes time in proportion to its input. */
export interface Regex {
  readonly test: (text: string) => boolean;
  /** Finds the first match in a text from an offset, as start and end. */
  readonly finder: (text: string) => Finder;
  /**
   * The number of steps per character beyond the pattern's length, since it repeats parts of
   * itself.
   */
  readonly excess: number;
}

export type Finder = (from: number) => readonly [start: number, end: number] | undefined;

/**
 * A pattern that is larger when its repetitions are written out is refused, unless it is as long
 * itself.
 */
const maxSize = 20_000;

/** Reads RE2 syntax. */
export function compileRegex(pattern: string): Regex | CelError {
  const size = expandedSize(pattern);
  if (size > Math.max(maxSize, 4 * pattern.length)) return new CelError("error parsing regexp: expression too large");
  const excess = Math.max(0, size - 4 * pattern.length);
  const native = nativeRegex(pattern);
  if (native)
    return { test: (text) => native.test(text), finder: (text) => finderOf(RE2JS.compile(pattern), text), excess };
  try {
    const regex = RE2JS.compile(pattern);
    return { test: (text) => regex.test(text), finder: (text) => finderOf(regex, text), excess };
  } catch (e) {
    return new CelError(e instanceof Error ? e.message : String(e));
  }
}

function finderOf(regex: RE2JS, text: string): Finder {
  const matcher = regex.matcher(text);
  return (from) => (matcher.find(from) ? [matcher.start(), matcher.end()] : undefined);
}

/** Counts what the cost of a match leaves out. */
export function workOnMatch(meter: Meter, regex: Regex, text: string): void {
  if (regex.excess > 0) work(meter, Math.ceil(((1 + text.length) / 10) * (regex.excess / 4)));
}

export interface RegexCache {
  /**
   * With a meter: a pattern that is known only while the expression runs, where making it counts.
   */
  readonly get: (pattern: string, meter?: Meter) => Regex | CelError;
}

/** Longer patterns take so long to make that it counts, for each character so much. */
const longPattern = 1000;
const makingWork = 8;

const maxPatterns = 256;

/** Remembers compiled patterns, most of which are constants of the expression. */
export function createRegexCache(): RegexCache {
  const known = new Map<string, Regex | CelError>();
  return {
    get(pattern, meter) {
      if (meter && pattern.length > longPattern) work(meter, makingWork * pattern.length);
      let regex = known.get(pattern);
      if (!regex) {
        regex = compileRegex(pattern);
        if (known.size >= maxPatterns) known.clear();
        known.set(pattern, regex);
      }
      return regex;
    },
  };
}
