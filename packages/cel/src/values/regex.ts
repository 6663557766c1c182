import { type CountWork, compileRegex as compile, compileWork, type Regex } from "@svc/base/regex";
import { type Meter, work } from "./meter.ts";
import { CelError } from "./value.ts";

/** Reads RE2 syntax. */
export function compileRegex(pattern: string): Regex | CelError {
  try {
    return compile(pattern);
  } catch (e) {
    const message = e instanceof Error ? e.message : String(e);
    // Clusters also quote a part of the pattern that is empty.
    return new CelError(message.includes("`") ? message : `${message}: \`\``);
  }
}

/** Counts as work of an evaluation what the cost of a match leaves out. */
export function countOn(meter: Meter): CountWork {
  return (units) => work(meter, searchFactor * units);
}

/** Work of an evaluation for a unit of the work of a search. */
const searchFactor = 2;

export interface RegexCache {
  /**
   * With a meter: a pattern that is known only while the expression runs, where making it counts.
   */
  readonly get: (pattern: string, meter?: Meter) => Regex | CelError;
}

/** Longer patterns take so long to make that it counts. */
const longPattern = 1000;
/** Work of an evaluation for a unit of the work of compiling. */
const compileFactor = 25;

const maxPatterns = 256;

/** Remembers compiled patterns, most of which are constants of the expression. */
export function createRegexCache(): RegexCache {
  const cache = new Map<string, Regex | CelError>();
  return {
    get(pattern, meter) {
      if (meter && pattern.length > longPattern) work(meter, compileFactor * compileWork(pattern));
      let regex = cache.get(pattern);
      if (!regex) {
        regex = compileRegex(pattern);
        if (cache.size >= maxPatterns) cache.clear();
        cache.set(pattern, regex);
      }
      return regex;
    },
  };
}
