import { parseDuration, quote } from "@svc/base";
import { isTimeZone } from "./time-zone.ts";

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Minute, hour, day of the month, month, day of the week. */
const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: days },
];

const descriptors = ["yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly"];
const zonePrefix = /^(?:CRON_)?TZ=/;

/** Whether a schedule names a time zone within itself. */
export function hasZone(schedule: string): boolean {
  return schedule.includes("TZ");
}

/** The problem of a cron schedule; undefined for a valid one. */
export function scheduleProblem(schedule: string): string | undefined {
  let text = schedule;
  if (zonePrefix.test(text)) {
    const end = text.includes(" ") ? text.indexOf(" ") : text.length;
    const zone = text.slice(text.indexOf("=") + 1, end);
    if (zone !== "" && zone !== "Local" && !isTimeZone(zone))
      return `provided bad location ${zone}: unknown time zone ${zone}`;
    text = text.slice(end).trim();
  }
  if (text.startsWith("@")) return descriptorProblem(text);
  const parts = text.split(/\s+/).filter((field) => field !== "");
  if (parts.length !== fields.length)
    return `expected exactly ${fields.length} fields, found ${parts.length}: [${parts.join(" ")}]`;
  return firstProblem(parts, (field, i) => fieldProblem(field, fields[i] as Bounds));
}

function descriptorProblem(text: string): string | undefined {
  if (descriptors.includes(text.slice(1))) return undefined;
  const every = "@every ";
  if (!text.startsWith(every)) return `unrecognized descriptor: ${text}`;
  const duration = text.slice(every.length);
  return parseDuration(duration) !== undefined
    ? undefined
    : `failed to parse duration ${text}: time: invalid duration ${quote(duration)}`;
}

function firstProblem<T>(items: readonly T[], of: (item: T, index: number) => string | undefined): string | undefined {
  for (const [i, item] of items.entries()) {
    const problem = of(item, i);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function fieldProblem(field: string, bounds: Bounds): string | undefined {
  const parts = field.split(",").filter((part) => part !== "");
  return firstProblem(parts, (part) => rangeProblem(part, bounds));
}

/** `*`, `1`, `1-5`, each with a step: `1-5/2`. */
function rangeProblem(text: string, { min, max, names = [] }: Bounds): string | undefined {
  const [range = "", step, ...more] = text.split("/");
  const ends = range.split("-");
  const isAll = ends[0] === "*" || ends[0] === "?";
  if (!isAll && ends.length > 2) return `too many hyphens: ${text}`;
  const numbers: number[] = isAll ? [min, max] : [];
  if (!isAll)
    for (const end of ends) {
      const named = names.indexOf(end.toLowerCase());
      const number = named >= 0 ? named + min : parseNumber(end);
      if (typeof number === "string") return number;
      numbers.push(number);
    }
  if (more.length > 0) return `too many slashes: ${text}`;
  const by = step === undefined ? 1 : parseNumber(step);
  if (typeof by === "string") return by;
  const start = numbers[0] ?? min;
  const end = numbers[1] ?? (step === undefined ? start : max);
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return by === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

/** The number, or the error message. */
function parseNumber(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text))
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: invalid syntax`;
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: value out of range`;
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
