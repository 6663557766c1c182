import { isLarge } from "../cost/work-on.ts";
import { maxStringLength } from "../values/arithmetic.ts";
import { work } from "../values/meter.ts";
import { CelError, doubleOf, type ListLike, numberOf, type Value } from "../values/value.ts";
import { type FormatStyle, formatFixed, formatScientific, special } from "./format-number.ts";
import { type Formatting, formatAsText, textClause, wrongType } from "./format-value.ts";

export type { FormatStyle } from "./format-number.ts";

/** A clause of a format string, such as `%.2f`. */
export interface FormatClause {
  readonly verb: string;
  readonly precision: number | undefined;
}

/** Formats one clause, or returns the error of its argument. */
type ClauseWriter = (clause: FormatClause, index: number) => string | CelError;

interface FormatArguments {
  readonly size: number;
  /**
   * True if the arguments are only checked; then an incomplete format string is reported before a
   * missing argument.
   */
  readonly checking?: boolean;
}

/**
 * Goes through a format string from left to right and writes each clause; the first thing that is
 * wrong is the result.
 */
export function writeFormat(format: string, args: FormatArguments, write: ClauseWriter): string | CelError {
  let text = "";
  let index = 0;
  let at = 0;
  for (let i = format.indexOf("%"); i >= 0; i = format.indexOf("%", at)) {
    text += format.slice(at, i);
    at = i + 2;
    if (format[i + 1] === "%") {
      text += "%";
      continue;
    }
    const isMissing = index >= args.size;
    if (i + 1 >= format.length && (args.checking || !isMissing)) return new CelError("unexpected end of string");
    if (isMissing) return new CelError(`index ${index} out of range`);
    const clause = readClause(format, i + 1);
    if (typeof clause === "string") return new CelError(`could not parse formatting clause: ${clause}`);
    const written = write(clause, index++);
    if (typeof written !== "string") return new CelError(`error during formatting: ${written.message}`);
    text += written;
    if (text.length > maxStringLength) return new CelError("string too long");
    at = clause.end;
  }
  return text + format.slice(at);
}

const maxPrecision = 1_000_000;
const intLimit = 2 ** 63;
const utf8 = new TextEncoder();

/** The clause after a `%`, or the error message. */
function readClause(format: string, start: number): (FormatClause & { readonly end: number }) | string {
  let precision: number | undefined;
  let at = start;
  if (format[at] === ".") {
    const digits = /^\d*/.exec(format.slice(at + 1))![0];
    at += 1 + digits.length;
    if (at >= format.length) return "error while parsing precision: could not find end of precision specifier";
    precision = Number(digits);
    if (digits === "" || precision >= intLimit) {
      const problem = digits === "" ? "invalid syntax" : "value out of range";
      const cause = `error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${problem}`;
      return `error while parsing precision: ${cause}`;
    }
    if (precision > maxPrecision) return `precision ${precision} too large`;
  }
  const verb = format[at]!;
  if (!"sdfebxXo".includes(verb)) {
    // The message has only the first byte of a character.
    const [first] = utf8.encode(String.fromCodePoint(format.codePointAt(at)!));
    return `unrecognized formatting clause "${String.fromCharCode(first!)}"`;
  }
  return { verb, precision, end: at + 1 };
}

/** `string.format(list)`. What comes out counts as work, since the cost is that of the format. */
export function formatString(how: Formatting, format: string, args: ListLike): Value {
  return writeFormat(format, { size: args.length }, (clause, index) => {
    const text = formatClause(clause, args.at(index)!, how);
    if (typeof text === "string") work(how.meter, 1 + (text.length >> 3));
    return text;
  });
}

function formatClause(clause: FormatClause, v: Value, how: Formatting): string | CelError {
  if (isLarge(v)) work(how.meter, v.length >> 2);
  return clause.verb === "s"
    ? formatAsText(v, how)
    : (formatByVerb(clause, v, how) ?? wrongType(wrongClause(clause.verb, how.style), v));
}

function formatByVerb({ verb, precision }: FormatClause, v: Value, { style, meter }: Formatting): string | undefined {
  switch (verb) {
    case "d":
      return decimal(v, style);
    case "f":
    case "e": {
      const n = realOf(v, style);
      if (n === undefined) return undefined;
      if (verb === "e") return formatScientific(n, precision, style);
      work(meter, (precision ?? 0) >> 3);
      return formatFixed(n, precision ?? 6, style);
    }
    case "b":
      return typeof v === "boolean" ? (v ? "1" : "0") : integer(v)?.toString(2);
    case "o":
      return integer(v)?.toString(8);
    default:
      return hex(v, verb === "X");
  }
}

const wrongClauses: Readonly<Record<FormatStyle, Readonly<Record<string, string>>>> = {
  plain: {
    s: textClause,
    d: "decimal clause can only be used on ints, uints, and doubles",
    f: "fixed-point clause can only be used on ints, uints, and doubles",
    e: "scientific clause can only be used on ints, uints, and doubles",
    b: "only ints, uints, and bools can be formatted as binary",
    o: "octal clause can only be used on ints and uints",
    x: "only ints, uints, bytes, and strings can be formatted as hex",
  },
  localized: {
    s: textClause,
    d: "decimal clause can only be used on integers",
    f: "fixed-point clause can only be used on doubles",
    e: "scientific clause can only be used on doubles",
    b: "only integers and bools can be formatted as binary",
    o: "octal clause can only be used on integers",
    x: "only integers, byte buffers, and strings can be formatted as hex",
  },
};

/** The error for a value whose type a clause does not accept. */
export function wrongClause(verb: string, style: FormatStyle): string {
  return wrongClauses[style][verb.toLowerCase()]!;
}

function integer(v: Value): bigint | undefined {
  if (doubleOf(v) !== undefined) return undefined;
  const n = numberOf(v);
  return n === undefined ? undefined : BigInt(n);
}

function decimal(v: Value, style: FormatStyle): string | undefined {
  const double = doubleOf(v);
  if (style === "plain" && double !== undefined && !Number.isFinite(double)) return special(double, style);
  return integer(v)?.toString();
}

const realTexts: ReadonlySet<Value> = new Set(["NaN", "Infinity", "-Infinity"]);

/**
 * The double that `%f` and `%e` write: the older form also accepts the texts of NaN and infinities.
 */
function realOf(v: Value, style: FormatStyle): number | undefined {
  const double = doubleOf(v);
  if (double !== undefined) return double;
  if (style === "localized") return realTexts.has(v) ? Number(v) : undefined;
  const n = numberOf(v);
  return n === undefined ? undefined : Number(n);
}

function hex(v: Value, upper: boolean): string | undefined {
  const bytes = typeof v === "string" ? utf8.encode(v) : v instanceof Uint8Array ? v : undefined;
  const text = bytes ? Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("") : integer(v)?.toString(16);
  return upper ? text?.toUpperCase() : text;
}
