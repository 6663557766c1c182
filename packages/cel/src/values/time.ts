import { aString, checkArgument } from "@svc/base/check";
import { plainDouble } from "./text.ts";
import { CelError, kindKey } from "./value.ts";

/** An instant in nanoseconds; `offsetMinutes` only affects its text. */
export class Timestamp {
  declare readonly brand: "timestamp";
  /** Since 1970, whole, rounded down. */
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanos: number;
  readonly offsetMinutes: number;
  constructor(seconds: number, nanos: number, offsetMinutes = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offsetMinutes = offsetMinutes;
  }
}

/** A length of time in nanoseconds, within 64 bits. */
export class Duration {
  declare readonly brand: "duration";
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

Object.defineProperty(Timestamp.prototype, kindKey, { value: "timestamp" });
Object.defineProperty(Duration.prototype, kindKey, { value: "duration" });

const billion = 1_000_000_000n;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
const minSeconds = -62_135_596_800;
const maxSeconds = 253_402_300_799;

export function timestampInRange(t: Timestamp): Timestamp | CelError {
  return t.seconds < minSeconds || t.seconds > maxSeconds ? new CelError("timestamp overflow") : t;
}

export function durationInRange(nanos: bigint): Duration | CelError {
  return BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : new CelError("integer overflow");
}

export function timestampNanos(t: Timestamp): bigint {
  return BigInt(t.seconds) * billion + BigInt(t.nanos);
}

export function timestampFromNanos(total: bigint, offsetMinutes = 0): Timestamp {
  const nanos = ((total % billion) + billion) % billion;
  return new Timestamp(Number((total - nanos) / billion), Number(nanos), offsetMinutes);
}

export function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return Math.sign(a.seconds - b.seconds) || Math.sign(a.nanos - b.nanos);
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;

/**
 * Reads RFC 3339, with fractions of a second down to nanoseconds and an offset, which is kept.
 * @throws {TypeError} for a wrong argument
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  checkArgument("parseTimestamp: text", text, aString);
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59 || month < 1 || month > 12) return undefined;
  if (day < 1 || day > daysInMonth(year, month)) return undefined;
  const offset = parseOffset(match[8]!);
  if (offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const nanos = Number((match[7] ?? "").slice(0, 9).padEnd(9, "0"));
  return new Timestamp(date.getTime() / 1000 - offset * 60, nanos, offset);
}

/** A calendar date as midnight UTC. */
export function parseDate(text: string): Timestamp | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
}

function daysInMonth(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}

function parseOffset(text: string): number | undefined {
  if (text === "Z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 24 || minutes > 60) return undefined;
  return (text[0] === "-" ? -1 : 1) * (hours * 60 + minutes);
}

/** Formats a timestamp as RFC 3339, with its own offset and without trailing zeros. */
export function formatTimestamp(t: Timestamp): string {
  const date = new Date((t.seconds + t.offsetMinutes * 60) * 1000);
  const year = date.getUTCFullYear();
  const sign = year < 0 ? "-" : "";
  const head = `${sign}${String(Math.abs(year)).padStart(4, "0")}${date.toISOString().slice(-20, -5)}`;
  const fraction =
    t.nanos === 0
      ? ""
      : `.${String(t.nanos)
          .padStart(9, "0")
          .replace(/(?<!0)0+$/, "")}`;
  return `${head}${fraction}${formatOffset(t.offsetMinutes)}`;
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return "Z";
  const abs = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${String(Math.floor(abs / 60)).padStart(2, "0")}:${String(abs % 60).padStart(2, "0")}`;
}

const units: ReadonlyMap<string, bigint> = new Map(
  Object.entries<bigint>({
    ns: 1n,
    us: 1000n,
    µs: 1000n,
    μs: 1000n,
    ms: 1_000_000n,
    s: billion,
    m: 60n * billion,
    h: 3600n * billion,
  }),
);

/** Reads durations such as `1h30m`, `-1.5s`, `0`. @throws {TypeError} for a wrong argument */
export function parseDuration(text: string): Duration | undefined {
  checkArgument("parseDuration: text", text, aString);
  const sign = text.startsWith("-") ? -1n : 1n;
  let rest = text.replace(/^[+-]/, "");
  if (rest === "0") return new Duration(0n);
  if (rest === "") return undefined;
  let total = 0n;
  while (rest !== "") {
    const match = /^(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/.exec(rest);
    if (!match || ((match[1] ?? "") === "" && (match[2] ?? "") === "")) return undefined;
    const unit = units.get(match[3]!)!;
    total += BigInt(match[1] || "0") * unit;
    const fraction = (match[2] ?? "").slice(0, 18);
    if (fraction !== "") total += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
    if (total > 1n << 63n) return undefined;
    rest = rest.slice(match[0].length);
  }
  const nanos = sign * total;
  return BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : undefined;
}

/**
 * Seconds, as `string()` writes a duration: the shortest decimal that reads back as the same 64-bit
 * float.
 */
export function formatDuration(d: Duration): string {
  return `${plainDouble(durationSeconds(d))}s`;
}

/**
 * Seconds as a double; whole seconds and the rest are added as doubles, so that long durations
 * round once.
 */
export function durationSeconds(d: Duration): number {
  return Number(d.nanos / billion) + Number(d.nanos % billion) / 1e9;
}
