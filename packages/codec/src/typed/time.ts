import { formatInstant, formatMicroTime, type Instant, parseTime } from "@svc/meta";

/**
 * The layout of a time: whole seconds (fractions are accepted and dropped), or exactly six
 * decimals.
 */
export type TimeLayout = "seconds" | "micros";

const layouts: Readonly<Record<TimeLayout, string>> = {
  seconds: "2006-01-02T15:04:05Z07:00",
  micros: "2006-01-02T15:04:05.000000Z07:00",
};
/** The zero time, where a time cannot be unset. */
const zeroSeconds = -62_135_596_800;
const canonicalSeconds = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

type TimeResult =
  /** `canonical` is empty for the zero time. */
  { readonly ok: true; readonly canonical: string } | { readonly ok: false; readonly why: string };

/** The canonical spelling of a time, or the error. */
export function readTime(text: string, layout: TimeLayout): TimeResult {
  if (layout === "seconds" && canonicalSeconds.test(text)) return { ok: true, canonical: text };
  const why = timeError(text, layout);
  if (why !== undefined) return { ok: false, why };
  const instant = parseTime(text.replace(/T(\d):/, "T0$1:")) as Instant;
  if (instant.seconds === zeroSeconds && instant.nanos === 0) return { ok: true, canonical: "" };
  return { ok: true, canonical: layout === "seconds" ? formatInstant(instant) : formatMicroTime(instant) };
}

interface Element {
  /** The layout's notation of the element. */
  readonly layout: string;
  readonly pattern: RegExp;
  /** The element's name and range, where its value can be out of range. */
  readonly name?: string;
  readonly min?: number;
  readonly max?: number;
}

const elements: readonly Element[] = [
  { layout: "2006", pattern: /^\d{4}/ },
  { layout: "-", pattern: /^-/ },
  { layout: "01", pattern: /^\d\d/, name: "month", min: 1, max: 12 },
  { layout: "-", pattern: /^-/ },
  { layout: "02", pattern: /^\d\d/, name: "day", min: 1, max: 31 },
  { layout: "T", pattern: /^T/ },
  { layout: "15", pattern: /^\d\d?/, name: "hour", min: 0, max: 23 },
  { layout: ":", pattern: /^:/ },
  { layout: "04", pattern: /^\d\d/, name: "minute", min: 0, max: 59 },
  { layout: ":", pattern: /^:/ },
  { layout: "05", pattern: /^\d\d/, name: "second", min: 0, max: 59 },
];
const fraction: Readonly<Record<TimeLayout, RegExp>> = { seconds: /^(?:[.,]\d+)?/, micros: /^[.,]\d{6}/ };

/** The error for the text of a time, with the original's message; undefined for a valid time. */
function timeError(text: string, layout: TimeLayout): string | undefined {
  const unparsed = (rest: string, as: string): string =>
    `parsing time ${quoteTime(text)} as "${layouts[layout]}": cannot parse ${quoteTime(rest)} as "${as}"`;
  const outOfRange = (what: string): string => `parsing time ${quoteTime(text)}: ${what} out of range`;
  const values: number[] = [];
  let rest = text;
  for (const { layout: written, pattern, name, min = 0, max = 0 } of elements) {
    const match = pattern.exec(rest)?.[0];
    if (match === undefined) return unparsed(rest, written);
    const value = Number(match);
    if (name !== undefined && (value < min || value > max)) return outOfRange(name);
    values.push(value);
    rest = rest.slice(match.length);
  }
  const decimals = fraction[layout].exec(rest)?.[0];
  if (decimals === undefined) return unparsed(rest, ".000000");
  rest = rest.slice(decimals.length);
  const zone = /^(?:Z|[+-]\d\d:\d\d)/.exec(rest)?.[0];
  if (zone === undefined) return unparsed(rest, "Z07:00");
  if (Number(zone.slice(1, 3)) > 24) return outOfRange("time zone offset hour");
  if (Number(zone.slice(4, 6)) > 60) return outOfRange("time zone offset minute");
  if (rest.length > zone.length)
    return `parsing time ${quoteTime(text)}: extra text: ${quoteTime(rest.slice(zone.length))}`;
  const [year = 0, , month = 1, , day = 1] = values;
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCMonth() === month - 1
    ? undefined
    : outOfRange("day");
}

/** Quotes text, with bytes other than printable ASCII in hex. */
function quoteTime(text: string): string {
  const escaped = text
    .replace(/["\\]/g, "\\$&")
    .replace(/[^ -~]/gu, (char) =>
      [...Buffer.from(char)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
    );
  return `"${escaped}"`;
}
