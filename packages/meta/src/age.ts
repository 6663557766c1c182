import { parseTime } from "./time.ts";

const steps: readonly {
  /** Below how many seconds. */
  readonly below: number;
  readonly unit: number;
  readonly name: string;
  readonly rest?: { readonly unit: number; readonly name: string };
}[] = [
  { below: 120, unit: 1, name: "s" },
  { below: 600, unit: 60, name: "m", rest: { unit: 1, name: "s" } },
  { below: 180 * 60, unit: 60, name: "m" },
  { below: 8 * 3600, unit: 3600, name: "h", rest: { unit: 60, name: "m" } },
  { below: 48 * 3600, unit: 3600, name: "h" },
  { below: 192 * 3600, unit: 86_400, name: "d", rest: { unit: 3600, name: "h" } },
  { below: 730 * 86_400, unit: 86_400, name: "d" },
  { below: 2920 * 86_400, unit: 365 * 86_400, name: "y", rest: { unit: 86_400, name: "d" } },
  { below: Number.POSITIVE_INFINITY, unit: 365 * 86_400, name: "y" },
];

/** Formats a duration in one unit or two: `45s`, `3m12s`, `5h`, `2d4h`, `400d`. */
export function formatSpan(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  const step = steps.find((s) => seconds < s.below);
  if (step === undefined) return "<invalid>";
  const { unit, name, rest } = step;
  const whole = `${Math.floor(seconds / unit)}${name}`;
  const more = rest === undefined ? 0 : Math.floor((seconds % unit) / rest.unit);
  return rest === undefined || more === 0 ? whole : `${whole}${more}${rest.name}`;
}

/** Formats the age of a time. */
export function formatAge(time: string | null | undefined, nowMs: number): string {
  if (time === undefined || time === null || time === "") return "<unknown>";
  const instant = parseTime(time);
  return instant === undefined ? "<invalid>" : formatSpan(nowMs - instant.seconds * 1000 - instant.nanos / 1e6);
}
