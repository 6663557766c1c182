/** API times are RFC 3339 text, stored as written: UTC, whole seconds or microseconds. */

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;

/** A point in time. */
export interface Instant {
  /** Whole seconds since 1970. */
  readonly seconds: number;
  /** 0 to 999,999,999 */
  readonly nanos: number;
}

/** Undefined for invalid text, 30 February included. */
export function parseTime(text: string): Instant | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [, y, mo, d, h, mi, s, fraction = "", zone = "Z"] = match;
  const [year, month, day, hour, minute, second] = [y, mo, d, h, mi, s].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  let seconds = date.getTime() / 1000 + hour * 3600 + minute * 60 + second;
  if (zone !== "Z") {
    const offsetHours = Number(zone.slice(1, 3));
    const offsetMinutes = Number(zone.slice(4, 6));
    if (offsetHours > 24 || offsetMinutes > 60) return undefined;
    seconds -= (zone.startsWith("-") ? -1 : 1) * (offsetHours * 3600 + offsetMinutes * 60);
  }
  return { seconds, nanos: Number(fraction.slice(0, 9).padEnd(9, "0")) };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `2026-01-31T12:00:00Z` @param ms since 1970; fractions of seconds are dropped */
export function formatTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -5)}Z`;
}

/** `2026-01-31T12:00:00.000000Z` */
export function formatMicroTime({ seconds, nanos }: Instant): string {
  return `${isoSeconds(seconds)}.${Math.floor(nanos / 1000)
    .toString()
    .padStart(6, "0")}Z`;
}

/** Formats an instant with whole seconds. */
export function formatInstant({ seconds }: Instant): string {
  return `${isoSeconds(seconds)}Z`;
}

function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, -5);
}

/** Milliseconds since 1970 of a time as stored. @throws {TypeError} for other text */
export function timeMs(text: string): number {
  const instant = parseTime(text);
  if (instant === undefined) throw new TypeError(`not a time: ${text}`);
  return instant.seconds * 1000 + instant.nanos / 1e6;
}
