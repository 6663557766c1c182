import { aString, checkArgument } from "./check/index.ts";
import { trimEndOf } from "./trim-end.ts";

/** Durations as in configuration: `1h30m`, `250ms`, `-1.5s`, exact to nanoseconds. */

const unitNanos: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    ns: 1,
    us: 1e3,
    µs: 1e3,
    μs: 1e3,
    ms: 1e6,
    s: 1e9,
    m: 60e9,
    h: 3600e9,
  }),
);
const maxNanos = 9_223_372_036_854_775_807n;
const maxTextLength = 256;

/**
 * Nanoseconds, or undefined for text that is no duration or one beyond int64.
 * @throws {TypeError} for a wrong argument
 */
export function parseDuration(text: string): bigint | undefined {
  checkArgument("parseDuration: text", text, aString);
  if (text.length > maxTextLength) return undefined;
  const match =
    /^([+-]?)((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*|0)$/.exec(
      text,
    );
  if (match === null) return undefined;
  let total = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of (match[2] ?? "").matchAll(
    /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/gy,
  )) {
    const scale = BigInt(unitNanos.get(unit) ?? 0);
    total += BigInt(whole || "0") * scale;
    if (fraction !== "") total += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
  }
  if (total > maxNanos) return undefined;
  return match[1] === "-" ? -total : total;
}

const number = "(?:\\d+(?:\\.\\d*)?|\\.\\d+)";
const part = `${number}(?:ns|us|µs|μs|ms|s|m|h)`;
const unfinished = new RegExp(`^[+-]?(?:${part})*${number}([^.\\d]*)`);

/**
 * The error for an invalid duration, with the original's message; undefined for a valid one.
 * @throws {TypeError} for a wrong argument
 */
export function durationProblem(text: string): string | undefined {
  checkArgument("durationProblem: text", text, aString);
  if (parseDuration(text) !== undefined) return undefined;
  const unit = text.length > maxTextLength ? undefined : unfinished.exec(text)?.[1];
  if (unit === "") return `missing unit in duration ${JSON.stringify(text)}`;
  if (unit !== undefined && !unitNanos.has(unit))
    return `unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`;
  return `invalid duration ${JSON.stringify(text)}`;
}

/** Milliseconds, for timers. @throws {TypeError} for a wrong argument */
export function parseDurationMs(text: string): number | undefined {
  checkArgument("parseDurationMs: text", text, aString);
  const nanos = parseDuration(text);
  return nanos === undefined ? undefined : Number(nanos) / 1e6;
}

/** `1h30m0s`, `1.5s`, `250ms`: the one spelling of a duration. */
export function formatDuration(nanos: bigint): string {
  if (nanos === 0n) return "0s";
  const sign = nanos < 0n ? "-" : "";
  const n = nanos < 0n ? -nanos : nanos;
  if (n < 1_000n) return `${sign}${n}ns`;
  if (n < 1_000_000n) return `${sign}${decimal(n, 1_000n)}µs`;
  if (n < 1_000_000_000n) return `${sign}${decimal(n, 1_000_000n)}ms`;
  const hours = n / 3_600_000_000_000n;
  const minutes = (n / 60_000_000_000n) % 60n;
  const seconds = decimal(n % 60_000_000_000n, 1_000_000_000n);
  if (hours > 0n) return `${sign}${hours}h${minutes}m${seconds}s`;
  return minutes > 0n ? `${sign}${minutes}m${seconds}s` : `${sign}${seconds}s`;
}

function decimal(n: bigint, unit: bigint): string {
  const fraction = trimEndOf((n % unit).toString().padStart(unit.toString().length - 1, "0"), "0");
  return fraction === "" ? `${n / unit}` : `${n / unit}.${fraction}`;
}
