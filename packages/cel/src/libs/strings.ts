import type { FunctionDeclaration, Implementation } from "../check/declarations.ts";
import { scale, sizeOf, traversalCost, traversalFactor } from "../cost/actual.ts";
import { type CallEstimator, type EstimateArg, exactly, maxCost, plus, scaled, times } from "../cost/size.ts";
import { codePointLength, isBmp } from "../values/text.ts";
import { arrayOf, CelError, type ListLike, type Value } from "../values/value.ts";
import { type FormatStyle, formatString } from "./format.ts";
import { fn, type Library, over } from "./library.ts";
import { quote } from "./quote.ts";

export interface StringsOptions {
  /** 1 adds `format` and `strings.quote`, 3 `reverse`, 4 writes numbers in `format` plainly and refuses offsets beyond the end. @default 4 */
  readonly version?: 0 | 1 | 2 | 3 | 4;
}

/** Functions on strings; positions count code points. */
export function stringsLibrary(options: StringsOptions = {}): Library {
  const version = options.version ?? 4;
  const functions = [...positions(version >= 4), ...shapes, join];
  if (version >= 1) functions.push(formatFunction(version >= 4 ? "plain" : "localized"), quoteFunction);
  if (version >= 3) functions.push(reverse);
  return { name: "strings", functions };
}

/** A string by code points. */
function points(s: string): { readonly length: number; readonly slice: (from: number, to: number) => string } {
  if (isBmp(s)) return { length: s.length, slice: (from, to) => s.slice(from, to) };
  const chars = [...s];
  return { length: chars.length, slice: (from, to) => chars.slice(from, to).join("") };
}

function outOfRange(i: Value): CelError {
  return new CelError(`index out of range: ${i}`);
}

const charAt: Implementation = (s, i) => {
  const p = points(s as string);
  const at = Number(i);
  return at < 0 || at > p.length ? outOfRange(i!) : p.slice(at, at + 1);
};

interface SearchOptions {
  readonly last: boolean;
  /** Whether an offset beyond the end is an error. */
  readonly strict: boolean;
}

/** The position of the first or last occurrence, seen from an offset. */
function search(s: string, part: string, offset: Value | undefined, { last, strict }: SearchOptions): Value {
  const length = codePointLength(s);
  const from = offset === undefined ? (last ? length : 0) : Number(offset);
  if (from < 0 || (strict && from > length)) return outOfRange(offset!);
  if (part === "") return from;
  if (offset !== undefined && from >= length) return -1;
  const unit = unitOffset(s, from);
  const found = last ? s.lastIndexOf(part, unit) : s.indexOf(part, unit);
  return found < 0 ? -1 : codePointLength(s.slice(0, found));
}

/** The position in UTF-16 units of a code point. */
function unitOffset(s: string, offset: number): number {
  if (isBmp(s)) return offset;
  let unit = 0;
  for (let i = 0; i < offset && unit < s.length; i++) unit += s.codePointAt(unit)! > 0xffff ? 2 : 1;
  return unit;
}

const substring: Implementation = (s, from, to) => {
  const p = points(s as string);
  const start = Number(from);
  const end = to === undefined ? p.length : Number(to);
  if (start < 0 || start > p.length) return outOfRange(from!);
  if (end < 0 || end > p.length) return outOfRange(to!);
  if (start > end) return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  return p.slice(start, end);
};

const replace: Implementation = (s, old, by, limit) => {
  const text = s as string;
  const n = limit === undefined ? -1 : Number(limit);
  if (n < 0)
    return old === ""
      ? between(text, by as string, Number.POSITIVE_INFINITY)
      : text.replaceAll(old as string, () => by as string);
  if (old === "") return between(text, by as string, n);
  const parts = splitAtMost(text, old as string, n + 1);
  return parts.join(by as string);
};

/** Puts a text before each code point and at the end, at most `n` times. */
function between(text: string, by: string, n: number): string {
  const chars = [...text];
  const marked = chars.map((c, i) => (i < n ? by + c : c)).join("");
  return chars.length < n ? marked + by : marked;
}

function splitAtMost(text: string, separator: string, n: number): string[] {
  const all = separator === "" ? [...text] : text.split(separator);
  if (n < 0 || all.length <= n) return all;
  return [...all.slice(0, n - 1), all.slice(n - 1).join(separator)];
}

const split: Implementation = (s, separator, limit) => {
  const n = limit === undefined ? -1 : Number(limit);
  return n === 0 ? [] : splitAtMost(s as string, separator as string, n);
};

const asciiUpper = (s?: Value): string => (s as string).replace(/[a-z]+/g, (c) => c.toUpperCase());
const asciiLower = (s?: Value): string => (s as string).replace(/[A-Z]+/g, (c) => c.toLowerCase());
const trimmed =
  /^[\t-\r \x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t-\r \x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g;

/** Costs of functions that look once at their string and give one of the same length. */
const once: CallEstimator = ([s]) => ({ cost: scaled(s!.size, traversalFactor), resultSize: s!.size });
const onceMore = { cost: (s?: Value): number => traversalCost(s!), estimate: once };
const twice = (s?: Value): number => scale(sizeOf(s!), 2 * traversalFactor);

/** One unit of cost for each ten characters, rounded down. */
const searchCost = {
  cost: (s?: Value): number => Math.floor(sizeOf(s!) * traversalFactor),
  estimate: (([s]) => ({ cost: scaled(s!.size, traversalFactor) })) as CallEstimator,
};

function finder(name: string, id: string, options: SearchOptions): FunctionDeclaration {
  const impl: Implementation = (s, part, offset) => search(s as string, part as string, offset, options);
  return fn(
    name,
    over(`string_${id}_string`, `string.${name}(string): int`, impl, searchCost),
    over(`string_${id}_string_int`, `string.${name}(string, int): int`, impl, searchCost),
  );
}

function positions(strict: boolean): readonly FunctionDeclaration[] {
  return [
    finder("indexOf", "index_of", { last: false, strict }),
    finder("lastIndexOf", "last_index_of", { last: true, strict }),
    ...parts,
  ];
}

const parts: readonly FunctionDeclaration[] = [
  fn("charAt", over("string_char_at_int", "string.charAt(int): string", charAt)),
  fn(
    "substring",
    over("string_substring_int", "string.substring(int): string", substring, onceMore),
    over("string_substring_int_int", "string.substring(int, int): string", substring, onceMore),
  ),
];

const replaceEstimate: CallEstimator = ([s, old, by]) => ({
  cost: scaled(s!.size, 2 * traversalFactor),
  resultSize: replacedSize(s!, old!, by!),
});

/** The longest and the shortest that replacing everything or nothing can give. */
function replacedSize(
  s: EstimateArg,
  old: EstimateArg,
  by: EstimateArg,
): { readonly min: number; readonly max: number } {
  const text = s.size;
  const least = Math.max(old.size.min, 0);
  const most = least === 0 ? (text.max + 1) * by.size.max + text.max : Math.ceil((text.max / least) * by.size.max);
  const max = Math.min(Math.max(most, text.max), maxCost);
  const fewest = old.size.max === 0 ? text.min : Math.ceil((text.min / old.size.max) * by.size.min);
  return { min: Math.min(fewest, text.min), max };
}

const splitEstimate: CallEstimator = ([s, , limit]) => {
  const n = limit?.expr.kind === "const" ? Number(limit.expr.value) : -1;
  const max = n >= 0 ? Math.min(n, s!.size.max) : s!.size.max;
  return {
    cost: scaled(s!.size, 2 * traversalFactor),
    resultSize: { min: 0, max },
  };
};

const shapes: readonly FunctionDeclaration[] = [
  fn("lowerAscii", over("string_lower_ascii", "string.lowerAscii(): string", asciiLower, onceMore)),
  fn("upperAscii", over("string_upper_ascii", "string.upperAscii(): string", asciiUpper, onceMore)),
  fn(
    "trim",
    over("string_trim", "string.trim(): string", (s) => (s as string).replace(trimmed, ""), onceMore),
  ),
  fn(
    "replace",
    over("string_replace_string_string", "string.replace(string, string): string", replace, {
      cost: twice,
      estimate: replaceEstimate,
    }),
    over("string_replace_string_string_int", "string.replace(string, string, int): string", replace, {
      cost: twice,
      estimate: replaceEstimate,
    }),
  ),
  fn(
    "split",
    over("string_split_string", "string.split(string): list(string)", split, { cost: twice, estimate: splitEstimate }),
    over("string_split_string_int", "string.split(string, int): list(string)", split, {
      cost: twice,
      estimate: splitEstimate,
    }),
  ),
];

const joinEstimate: CallEstimator = ([list, separator]) => {
  const elements = list!.elementSize ?? { min: 0, max: maxCost };
  const count = list!.size;
  const gaps = { min: Math.max(count.min - 1, 0), max: Math.max(count.max - 1, 0) };
  const size = plus(times(count, elements), times(gaps, separator?.size ?? exactly(0)));
  return { cost: scaled(size, traversalFactor), resultSize: size };
};

const joinCost = {
  // What comes out is at least as long as what went in, so that the work is charged in time.
  resultCost: (result: Value): number => scale(sizeOf(result), 2 * traversalFactor),
  estimate: joinEstimate,
};

const joinStrings: Implementation = (list, separator) => {
  const strings = arrayOf(list as ListLike);
  if (strings.some((s) => typeof s !== "string")) return new CelError("no such overload");
  return strings.join((separator as string | undefined) ?? "");
};

const join: FunctionDeclaration = fn(
  "join",
  over("list_join", "list(string).join(): string", joinStrings, joinCost),
  over("list_join_string", "list(string).join(string): string", joinStrings, joinCost),
);

const formatEstimate: CallEstimator = ([format]) => ({ cost: scaled(format!.size, traversalFactor) });

function formatFunction(style: FormatStyle): FunctionDeclaration {
  return fn(
    "format",
    over(
      "string_format",
      "string.format(list(dyn)): string",
      (format, args) => formatString(format as string, args as ListLike, style),
      { cost: (format) => traversalCost(format!), estimate: formatEstimate },
    ),
  );
}

const quoteFunction: FunctionDeclaration = fn(
  "strings.quote",
  over("strings_quote", "strings.quote(string): string", (s) => quote(s as string), {
    cost: onceMore.cost,
    estimate: ([s]) => ({
      cost: scaled(s!.size, traversalFactor),
      resultSize: { min: s!.size.min + 2, max: s!.size.max * 2 + 2 },
    }),
  }),
);

const reverse: FunctionDeclaration = fn(
  "reverse",
  over("string_reverse", "string.reverse(): string", (s) => [...(s as string)].reverse().join(""), onceMore),
);
