import { aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { scale, sizeOf, traversalCost, traversalFactor } from "../cost/actual.ts";
import type { FunctionDeclaration, Implementation, Metered } from "../declarations/functions.ts";
import {
  type CallEstimator,
  type EstimateArg,
  exactly,
  maxCost,
  plus,
  scaled,
  times,
  unknownSize,
} from "../declarations/size.ts";
import { maxStringLength } from "../values/arithmetic.ts";
import { work } from "../values/meter.ts";
import { quote } from "../values/quote.ts";
import { codePointLength, isBmp } from "../values/text.ts";
import { arrayOf, CelError, type ListLike, maxListLength, type Value } from "../values/value.ts";
import { type FormatStyle, formatString } from "./format.ts";
import { fn, type Library, metered, over } from "./library.ts";

/** Options of the strings library. */
export interface StringsOptions {
  /**
   * 1 adds `format` and `strings.quote`, 3 `reverse`, 4 writes numbers in `format` plainly and
   * refuses offsets beyond the end. @default 4
   */
  readonly version?: 0 | 1 | 2 | 3 | 4;
}

const stringsOptions = optionsOf<StringsOptions>({
  version: optional(aNumber),
});

/** Functions on strings; positions count code points. @throws {TypeError} for a wrong argument */
export function stringsLibrary(options: StringsOptions = {}): Library {
  checkArgument("stringsLibrary: options", options, stringsOptions);
  const version = options.version ?? 4;
  const functions = [...positions(version >= 4), ...shapes, join];
  if (version >= 1) functions.push(formatFunction(version >= 4 ? "plain" : "localized"), quoteFunction);
  if (version >= 3) functions.push(reverse);
  return { name: "strings", functions };
}

function outOfRange(i: Value): CelError {
  return new CelError(`index out of range: ${i}`);
}

const charAt: Implementation = (s, i) => {
  const text = s as string;
  const at = Number(i);
  if (at < 0 || at > codePointLength(text)) return outOfRange(i!);
  const from = unitOffset(text, at);
  return text.slice(from, unitOffset(text, 1, from));
};

interface SearchOptions {
  readonly last: boolean;
  /** Whether an offset beyond the end is an error. */
  readonly strict: boolean;
}

interface Search extends SearchOptions {
  /** Code points before the first place that counts; with `last`, behind the last one. */
  readonly offset: Value | undefined;
}

/** The position of the first or last occurrence, seen from an offset. */
function search(s: string, part: string, { last, strict, offset }: Search): Value {
  const length = codePointLength(s);
  const from = offset === undefined ? (last ? length : 0) : Number(offset);
  if (part === "" && !strict) return from;
  if (from < 0 || (strict && from > length)) return outOfRange(offset!);
  if (part === "") return from;
  // The search begins at the last character.
  if (last && !strict && offset === undefined && length === 0) return outOfRange(-1);
  if (offset !== undefined && from >= length) return -1;
  const unit = unitOffset(s, from);
  const found = last ? s.lastIndexOf(part, unit) : s.indexOf(part, unit);
  return found < 0 ? -1 : codePointLength(s.slice(0, found));
}

/** The position in UTF-16 units so many code points behind another. */
function unitOffset(s: string, offset: number, from = 0): number {
  if (isBmp(s)) return from + offset;
  let unit = from;
  for (let i = 0; i < offset && unit < s.length; i++) unit += s.codePointAt(unit)! > 0xffff ? 2 : 1;
  return unit;
}

const substring: Implementation = (s, from, to) => {
  const text = s as string;
  const length = codePointLength(text);
  const start = Number(from);
  const end = to === undefined ? length : Number(to);
  if (to !== undefined && start > end) return new CelError(`invalid substring range. start: ${from}, end: ${to}`);
  if (start < 0 || start > length) return outOfRange(from!);
  if (end < 0 || end > length) return outOfRange(to!);
  const begin = unitOffset(text, start);
  return text.slice(begin, unitOffset(text, end - start, begin));
};

/**
 * How often a text occurs in another, but no more than `limit` times; the empty text is before each
 * character and at the end.
 */
function occurrences(s: string, part: string, limit: number): number {
  if (part === "") return Math.min(codePointLength(s) + 1, limit);
  let count = 0;
  for (let at = s.indexOf(part); at >= 0 && count < limit; at = s.indexOf(part, at + part.length)) count++;
  return count;
}

const replace: Metered = (meter, s, old, by, limit) => {
  const [text, part, other] = [s as string, old as string, by as string];
  const most = limit === undefined || Number(limit) < 0 ? Number.POSITIVE_INFINITY : Number(limit);
  const isAll = part !== "" && most === Number.POSITIVE_INFINITY;
  // A native split and join take half of the time of a replacement.
  const parts = isAll ? text.split(part) : [];
  const count = isAll ? parts.length - 1 : occurrences(text, part, most);
  const length = text.length + count * (other.length - part.length);
  if (length > maxStringLength) return new CelError("string too long");
  // The cost is that of the text as it was.
  if (length > text.length) work(meter, Math.ceil((length - text.length) / 10));
  if (part === "") return spread(text, count, other);
  if (isAll) return parts.join(other);
  const end = endOfOccurrence(text, part, count);
  return text.slice(0, end).split(part).join(other) + text.slice(end);
};

/**
 * Inserts another text before each of the first `count` characters, and at the end if `count`
 * exceeds their number.
 */
function spread(text: string, count: number, other: string): string {
  const end = unitOffset(text, count);
  const first = characters(text.slice(0, end));
  const atEnd = count > codePointLength(text) ? other : "";
  return (first.length === 0 ? "" : other + first.join(other)) + text.slice(end) + atEnd;
}

function characters(text: string): string[] {
  return isBmp(text) ? text.split("") : [...text];
}

/** The index behind a number of occurrences of a text in another. */
function endOfOccurrence(text: string, part: string, count: number): number {
  let end = 0;
  for (let left = count; left > 0; left--) end = text.indexOf(part, end) + part.length;
  return end;
}

/** The parts of a text, the last of which is the rest. */
const split: Implementation = (s, separator, limit) => {
  const [text, between] = [s as string, separator as string];
  const most = limit === undefined || Number(limit) < 0 ? Number.POSITIVE_INFINITY : Number(limit);
  if (most === 0) return [];
  if (text === "") return between === "" ? [] : [""];
  const count = between === "" ? codePointLength(text) : occurrences(text, between, most) + 1;
  if (Math.min(count, most) > maxListLength) return new CelError("list too long");
  if (count <= most) return between === "" ? characters(text) : text.split(between);
  const end = between === "" ? unitOffset(text, most - 1) : endOfOccurrence(text, between, most - 1);
  const before = text.slice(0, end - between.length);
  const parts = most === 1 ? [] : between === "" ? characters(before) : before.split(between);
  parts.push(text.slice(end));
  return parts;
};

const asciiUpper = (s?: Value): string => (s as string).replace(/[a-z]+/g, (c) => c.toUpperCase());
const asciiLower = (s?: Value): string => (s as string).replace(/[A-Z]+/g, (c) => c.toLowerCase());
const blank = /[\t-\r \x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * Without blanks at either end: by hand, since a pattern would look again and again at blanks in
 * the middle.
 */
const trim: Implementation = (s) => {
  const text = s as string;
  let start = 0;
  let end = text.length;
  while (start < end && blank.test(text[start]!)) start++;
  while (end > start && blank.test(text[end - 1]!)) end--;
  return text.slice(start, end);
};

/** Costs of functions that look once at their string and give one of the same length. */
const once: CallEstimator = ([s]) => ({ cost: scaled(s!.size, traversalFactor), resultSize: s!.size });
const onceMore = { cost: (s?: Value): number => traversalCost(s!), estimate: once };
const twice = (s?: Value): number => scale(sizeOf(s!), 2 * traversalFactor);

/** One unit of cost for ten characters, rounded down; one for other values. */
const searchCost = {
  cost: (s?: Value): number => (typeof s === "string" ? Math.floor(sizeOf(s) * traversalFactor) : 1),
  estimate: (([s]) => ({ cost: scaled(s!.size, traversalFactor) })) as CallEstimator,
};

function finder(name: string, id: string, options: SearchOptions): FunctionDeclaration {
  const impl: Implementation = (s, part, offset) => search(s as string, part as string, { ...options, offset });
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
  const most = least === 0 ? (text.max + 1) * by.size.max + text.max : Math.ceil(text.max / least) * by.size.max;
  const max = Math.min(Math.max(most, text.max), maxCost);
  const fewest = old.size.max === 0 ? text.min : Math.ceil(text.min / old.size.max) * by.size.min;
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
  fn("trim", over("string_trim", "string.trim(): string", trim, onceMore)),
  fn(
    "replace",
    metered("string_replace_string_string", "string.replace(string, string): string", replace, {
      cost: twice,
      estimate: replaceEstimate,
    }),
    metered("string_replace_string_string_int", "string.replace(string, string, int): string", replace, {
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
  // If the operand may not be a list, only the separators are counted.
  const elements = list!.elementType ? (list!.elementSize ?? unknownSize) : exactly(0);
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
  const between = (separator as string | undefined) ?? "";
  let length = between.length * Math.max(0, strings.length - 1);
  for (const s of strings) {
    if (typeof s !== "string") return new CelError("no such overload");
    length += s.length;
  }
  return length > maxStringLength ? new CelError("string too long") : strings.join(between);
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
    metered(
      "string_format",
      "string.format(list(dyn)): string",
      (meter, format, args) => formatString({ meter, style }, format as string, args as ListLike),
      { cost: (format) => traversalCost(format!), estimate: formatEstimate, endsEarly: true },
    ),
  );
}

const quoteFunction: FunctionDeclaration = fn(
  "strings.quote",
  over("strings_quote", "strings.quote(string): string", (s) => quote(s as string), {
    cost: onceMore.cost,
    estimate: ([s]) => ({
      cost: scaled(s!.size, traversalFactor),
      // Clusters count in 64 bits, where twice the most there is, and two, is nothing.
      resultSize: { min: s!.size.min + 2, max: s!.size.max >= maxCost ? 0 : s!.size.max * 2 + 2 },
    }),
  }),
);

const reverse: FunctionDeclaration = fn(
  "reverse",
  over("string_reverse", "string.reverse(): string", (s) => reversed(s as string), onceMore),
);

const chunk = 4096;

/** Built from pieces, since a long text must not become one value for each character. */
function reversed(s: string): string {
  const pieces: string[] = [];
  for (let end = s.length; end > 0; ) {
    let start = Math.max(0, end - chunk);
    if ((s.charCodeAt(start) & 0xfc00) === 0xdc00) start = Math.max(0, start - 1);
    pieces.push([...s.slice(start, end)].reverse().join(""));
    end = start;
  }
  return pieces.join("");
}
