import { type Meter, work } from "../cost/meter.ts";
import { isLarge } from "../cost/work-on.ts";
import { maxStringLength } from "../values/arithmetic.ts";
import { isMap, type MapValue, mapGet, mapKeys } from "../values/map.ts";
import { compareStrings, formatDouble, plainDouble } from "../values/text.ts";
import { Duration, durationSeconds, formatTimestamp, Timestamp } from "../values/time.ts";
import { typeName } from "../values/type-name.ts";
import {
  arrayOf,
  CelError,
  doubleOf,
  isError,
  isList,
  type ListLike,
  maxNesting,
  numberOf,
  TypeValue,
  tooDeep,
  Uint,
  type Value,
} from "../values/value.ts";
import { quote } from "./quote.ts";

/** How values are written. The older form quotes strings in lists and writes powers of ten as a reader would. */
export type FormatStyle = "plain" | "localized";

/** A clause of a format string, such as `%.2f`. */
interface Clause {
  readonly verb: string;
  readonly precision: number | undefined;
}

/** Text and clauses in turn. */
type FormatPart = string | Clause;

const maxPrecision = 1000;

/** Takes a format string apart. */
export function parseFormat(format: string): readonly FormatPart[] | string {
  const parts: FormatPart[] = [];
  let at = 0;
  for (let i = format.indexOf("%"); i >= 0; i = format.indexOf("%", at)) {
    if (i > at) parts.push(format.slice(at, i));
    if (i + 1 >= format.length) return "unexpected end of string";
    if (format[i + 1] === "%") {
      parts.push("%");
      at = i + 2;
      continue;
    }
    const match = /^%(?:\.(\d*))?/.exec(format.slice(i))!;
    const verb = String.fromCodePoint(format.codePointAt(i + match[0].length) ?? 0);
    if (i + match[0].length >= format.length)
      return "could not parse formatting clause: could not find end of precision specifier";
    if (!"sdfebxXo".includes(verb))
      return `could not parse formatting clause: unrecognized formatting clause ${quote(verb)}`;
    const precision = match[1] === undefined ? undefined : Number(match[1]);
    if (precision !== undefined && precision > maxPrecision)
      return `could not parse formatting clause: precision ${precision} too large`;
    parts.push({ verb, precision });
    at = i + match[0].length + 1;
  }
  if (at < format.length) parts.push(format.slice(at));
  return parts;
}

/** How the values of one call are written. */
interface Formatting {
  readonly style: FormatStyle;
  readonly meter: Meter;
}

/** `string.format(list)`. What comes out counts as work, since the cost is that of the format. */
export function formatString(meter: Meter, format: string, args: ListLike, style: FormatStyle): Value {
  const parts = parseFormat(format);
  if (typeof parts === "string") return new CelError(parts);
  let next = 0;
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      if (next >= args.length) return new CelError(`index ${next} out of range`);
      const formatted = formatClause(part, args.at(next++)!, { style, meter });
      if (typeof formatted !== "string") return new CelError(`error during formatting: ${formatted.message}`);
      work(meter, 1 + (formatted.length >> 3));
      text += formatted;
    }
    if (text.length > maxStringLength) return new CelError("string too long");
  }
  return text;
}

function formatClause(clause: Clause, v: Value, how: Formatting): string | CelError {
  const { style } = how;
  if (isLarge(v)) work(how.meter, v.length >> 2);
  switch (clause.verb) {
    case "s":
      return formatAsText(v, how, 0);
    case "d":
      return decimal(v, style) ?? wrong(wrongClause("d", style), v);
    case "f":
    case "e":
      return real(v, clause, style) ?? wrong(wrongClause(clause.verb, style), v);
    case "b":
      return binary(v) ?? wrong(wrongClause("b", style), v);
    case "o":
      return integer(v)?.toString(8) ?? wrong(wrongClause("o", style), v);
    default:
      return hex(v, clause.verb === "X") ?? wrong(wrongClause("x", style), v);
  }
}

function wrong(what: string, v: Value): CelError {
  return new CelError(`${what}, was given ${typeName(v)}`);
}

const clauses: Readonly<Record<FormatStyle, Readonly<Record<string, string>>>> = {
  plain: {
    d: "decimal clause can only be used on ints, uints, and doubles",
    f: "fixed-point clause can only be used on ints, uints, and doubles",
    e: "scientific clause can only be used on ints, uints, and doubles",
    b: "only ints, uints, and bools can be formatted as binary",
    o: "octal clause can only be used on ints and uints",
    x: "only ints, uints, bytes, and strings can be formatted as hex",
  },
  localized: {
    d: "decimal clause can only be used on integers",
    f: "fixed-point clause can only be used on doubles",
    e: "scientific clause can only be used on doubles",
    b: "only integers and bools can be formatted as binary",
    o: "octal clause can only be used on integers",
    x: "only integers, byte buffers, and strings can be formatted as hex",
  },
};

/** What is wrong with a value that a clause does not take. */
export function wrongClause(verb: string, style: FormatStyle): string {
  return clauses[style][verb.toLowerCase()]!;
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

function special(n: number, style: FormatStyle): string {
  if (Number.isNaN(n)) return "NaN";
  const infinity = style === "plain" ? "Infinity" : "∞";
  return n > 0 ? infinity : `-${infinity}`;
}

function real(v: Value, { verb, precision = 6 }: Clause, style: FormatStyle): string | undefined {
  const n = doubleOf(v) ?? (style === "plain" ? Number(numberOf(v) ?? Number.NaN) : undefined);
  if (n === undefined || (Number.isNaN(n) && doubleOf(v) === undefined)) return undefined;
  if (!Number.isFinite(n)) return special(n, style);
  if (verb === "f") return fixed(n, precision);
  // The localized form has always six digits.
  const written = n.toExponential(style === "plain" ? Math.min(precision, 100) : 6);
  const [digits, exponent] = written.split("e") as [string, string];
  const sign = exponent[0]!;
  const power = exponent.slice(1).padStart(2, "0");
  if (style === "plain") return `${digits}e${sign}${power}`;
  return `${digits}×10${sign === "-" ? "⁻" : ""}${[...power].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")}`;
}

/** Digits after the point, exact; halves go to the even neighbour. */
function fixed(n: number, precision: number): string {
  if (Math.abs(n) >= 1e21) return `${plainDouble(n)}${precision > 0 ? `.${"0".repeat(precision)}` : ""}`;
  if (precision > 60) return n.toFixed(60) + "0".repeat(precision - 60);
  const exact = n.toFixed(Math.min(precision + 40, 100));
  const cut = exact.length - (Math.min(precision + 40, 100) - precision);
  const isTie = /^50*$/.test(exact.slice(cut));
  const down = exact.slice(0, precision === 0 ? cut - 1 : cut);
  return isTie && "02468".includes(down.at(-1)!) ? down : n.toFixed(precision);
}

function binary(v: Value): string | undefined {
  if (typeof v === "boolean") return v ? "1" : "0";
  return integer(v)?.toString(2);
}

const encoder = new TextEncoder();

function hex(v: Value, upper: boolean): string | undefined {
  const bytes = typeof v === "string" ? encoder.encode(v) : v instanceof Uint8Array ? v : undefined;
  const text = bytes ? Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("") : integer(v)?.toString(16);
  return upper ? text?.toUpperCase() : text;
}

const decoder = new TextDecoder();

/** `%s`, and what is inside lists and maps. */
function formatAsText(v: Value, how: Formatting, depth: number): string | CelError {
  if (depth > maxNesting) return tooDeep();
  // The older form writes what is inside lists and maps as an expression would.
  const quoted = how.style === "localized" && depth > 0;
  work(how.meter, typeof v === "string" && depth > 0 ? 1 + (v.length >> 3) : 1);
  if (v === null) return "null";
  if (typeof v === "string") return quoted ? quote(v) : v;
  if (typeof v === "boolean") return String(v);
  if (v instanceof Uint8Array) return quoted ? `b${quote(decoder.decode(v))}` : decoder.decode(v);
  if (v instanceof TypeValue) return v.name;
  if (v instanceof Timestamp) return quoted ? `timestamp(${quote(formatTimestamp(v))})` : formatTimestamp(v);
  if (v instanceof Duration) {
    const seconds = `${plainDouble(durationSeconds(v))}s`;
    return quoted ? `duration(${quote(seconds)})` : seconds;
  }
  const double = doubleOf(v);
  if (double !== undefined) return formatRealAsText(double, how.style, depth > 0);
  if (v instanceof Uint || typeof v === "number" || typeof v === "bigint") return String(numberOf(v));
  if (isList(v)) return formatList(v, how, depth + 1);
  if (isMap(v)) return formatMap(v, how, depth + 1);
  return wrong(
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
    v,
  );
}

function formatRealAsText(n: number, style: FormatStyle, nested: boolean): string {
  if (!Number.isFinite(n))
    return style === "plain" ? special(n, style) : nested ? quote(special(n, "plain")) : formatDouble(n);
  if (style === "localized" && nested) return fixed(n, 6);
  return style === "plain" ? plainDouble(n) : formatDouble(n);
}

function formatList(list: ListLike, how: Formatting, depth: number): string | CelError {
  const parts: string[] = [];
  work(how.meter, list.length);
  for (const v of arrayOf(list)) {
    const text = formatAsText(v, how, depth);
    if (isError(text)) return text;
    parts.push(text as string);
  }
  return `[${parts.join(", ")}]`;
}

function formatMap(map: Value, how: Formatting, depth: number): string | CelError {
  const entries: [string, string][] = [];
  for (const key of mapKeys(map as MapValue)) {
    const k = formatAsText(key, how, depth);
    const v = formatAsText(mapGet(map as MapValue, key)!, how, depth);
    if (isError(k)) return k;
    if (isError(v)) return v;
    entries.push([k as string, v as string]);
  }
  entries.sort(([a], [b]) => compareStrings(a, b));
  return `{${entries.map(([k, v]) => (how.style === "plain" ? `${k}: ${v}` : `${k}:${v}`)).join(", ")}}`;
}
