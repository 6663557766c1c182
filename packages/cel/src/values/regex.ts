import { RE2JS } from "re2js";
import { nativeRegex } from "./linear-regex.ts";
import { CelError, type Value } from "./value.ts";

/** A regular expression that takes time in proportion to its input. */
export interface Regex {
  readonly test: (text: string) => boolean;
  /** The first match from an offset, as start and end. */
  readonly find: (text: string, from: number) => readonly [start: number, end: number] | undefined;
}

/** Reads RE2 syntax. */
export function compileRegex(pattern: string): Regex | CelError {
  const native = nativeRegex(pattern);
  if (native)
    return { test: (text) => native.test(text), find: (text, from) => find(RE2JS.compile(pattern), text, from) };
  try {
    const regex = RE2JS.compile(pattern);
    return { test: (text) => regex.test(text), find: (text, from) => find(regex, text, from) };
  } catch (e) {
    return new CelError(e instanceof Error ? e.message : String(e));
  }
}

function find(regex: RE2JS, text: string, from: number): readonly [number, number] | undefined {
  const matcher = regex.matcher(text);
  return matcher.find(from) ? [matcher.start(), matcher.end()] : undefined;
}

export interface RegexCache {
  readonly get: (pattern: string) => Regex | CelError;
  readonly matches: (text?: Value, pattern?: Value) => Value;
}

const maxPatterns = 256;

/** Remembers compiled patterns, most of which are constants of the expression. */
export function createRegexCache(): RegexCache {
  const known = new Map<string, Regex | CelError>();
  let last = "";
  let lastRegex: Regex | CelError | undefined;
  const get = (pattern: string): Regex | CelError => {
    if (pattern === last && lastRegex) return lastRegex;
    let regex = known.get(pattern);
    if (!regex) {
      regex = compileRegex(pattern);
      if (known.size >= maxPatterns) known.clear();
      known.set(pattern, regex);
    }
    last = pattern;
    lastRegex = regex;
    return regex;
  };
  return {
    get,
    matches(text, pattern) {
      const regex = get(pattern as string);
      return regex instanceof CelError ? regex : regex.test(text as string);
    },
  };
}
