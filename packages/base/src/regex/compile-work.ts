import { aString, checkArgument } from "../check/index.ts";

const repetition = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y;
const escaped = /\\(?:[pP](?:\{[^}]{0,64}\}|.)|x\{[^}]{0,64}\}|.)/sy;
const charClass = /\[\^?\]?(?:\[:\^?[a-z]{0,64}:\]|\\.|[^\]\\])*\]/sy;
const foldFlag = /\(\?[a-zA-Z]*i/;
const unicodeClass = /\\[pP]/g;
const classEnd = String.raw`(?:\\x\{([0-9a-fA-F]{1,6})\}|\\x([0-9a-fA-F]{2})|\\?(.))`;
const classRange = new RegExp(`${classEnd}-${classEnd}`, "gsu");

/** Unicode's classes have hundreds of ranges; a class that ignores case looks at each character. */
const unicodeClassWork = 20;
const foldedUnicodeClassWork = 60;
const foldedCharactersPerUnit = 64;

/**
 * About how much work compiling a pattern is, in units of 2 µs: its parts once its counted
 * repetitions are written out, and what its classes hold. Source: RE2 expands repetitions.
 * @throws {TypeError} for a wrong argument
 */
export function compileWork(pattern: string): number {
  checkArgument("compileWork: pattern", pattern, aString);
  const folds = foldFlag.test(pattern);
  const outer: number[] = [];
  let total = 0;
  let last = 0;
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at];
    if (char === "(") {
      outer.push(total);
      total = 0;
      at++;
    } else if (char === ")") {
      last = total + 2;
      total = (outer.pop() ?? 0) + last;
      at++;
    } else if (char === "{" && matches(repetition, pattern, at)) {
      const times = repetitionsAt(pattern, at);
      total += last * (times - 1);
      last *= times;
      at = repetition.lastIndex;
    } else {
      const form = char === "\\" ? escaped : char === "[" ? charClass : undefined;
      // A class without end is no pattern.
      if (form === charClass && !matches(form, pattern, at)) return total;
      const end = form !== undefined && matches(form, pattern, at) ? form.lastIndex : at + 1;
      last = form === undefined ? 1 : classWork(pattern.slice(at, end), folds);
      total += last;
      at = end;
    }
  }
  return total + outer.reduce((sum, size) => sum + size, 0);
}

function classWork(text: string, folds: boolean): number {
  const unicode = text.match(unicodeClass)?.length ?? 0;
  let sum = 1 + Math.floor(text.length / 8) + unicode * (folds ? foldedUnicodeClassWork : unicodeClassWork);
  if (!folds) return sum;
  for (const [, long, short, plain, longEnd, shortEnd, plainEnd] of text.matchAll(classRange)) {
    const characters = codePoint(longEnd ?? shortEnd, plainEnd) - codePoint(long ?? short, plain);
    sum += Math.max(0, characters) / foldedCharactersPerUnit;
  }
  return sum;
}

function codePoint(hex: string | undefined, plain: string | undefined): number {
  return hex === undefined ? (plain?.codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}

function matches(form: RegExp, pattern: string, at: number): boolean {
  form.lastIndex = at;
  return form.test(pattern);
}

function repetitionsAt(pattern: string, at: number): number {
  repetition.lastIndex = at;
  const [, least, most] = repetition.exec(pattern) ?? [];
  return Math.max(Number(most || least), 1);
}
