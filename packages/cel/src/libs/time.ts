import { quoteWhole } from "@svc/base";
import type { FunctionDeclaration } from "../declarations/functions.ts";
import { type Duration, durationSeconds, type Timestamp } from "../values/time.ts";
import { bigIntValue, CelError, type Value } from "../values/value.ts";
import { fn, over } from "./library.ts";

/** A date in some time zone, by its fields. */
interface Local {
  readonly date: Date;
}

type Field = (local: Date, t: Timestamp) => number;

const dayMs = 86_400_000;

function dayOfYear(date: Date): number {
  const start = new Date(0);
  start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start.getTime()) / dayMs);
}

const fields: Readonly<Record<string, readonly [id: string, field: Field]>> = {
  getFullYear: ["year", (d) => d.getUTCFullYear()],
  getMonth: ["month", (d) => d.getUTCMonth()],
  getDayOfYear: ["day_of_year", dayOfYear],
  getDate: ["day_of_month_1_based", (d) => d.getUTCDate()],
  getDayOfMonth: ["day_of_month", (d) => d.getUTCDate() - 1],
  getDayOfWeek: ["day_of_week", (d) => d.getUTCDay()],
  getHours: ["hours", (d) => d.getUTCHours()],
  getMinutes: ["minutes", (d) => d.getUTCMinutes()],
  getSeconds: ["seconds", (d) => d.getUTCSeconds()],
  getMilliseconds: ["milliseconds", (_d, t) => Math.floor(t.nanos / 1_000_000)],
};

const durationParts: Readonly<Record<string, (d: Duration) => Value>> = {
  // No part is a negative zero.
  getHours: (d) => Math.trunc(durationSeconds(d) / 3600) + 0,
  getMinutes: (d) => Math.trunc(durationSeconds(d) / 60) + 0,
  getSeconds: (d) => bigIntValue(d.nanos / 1_000_000_000n),
};

const restMilliseconds = (d: Duration): Value => bigIntValue((d.nanos / 1_000_000n) % 1000n);
const totalMilliseconds = (d: Duration): Value => bigIntValue(d.nanos / 1_000_000n);

/** The parts of timestamps and durations. */
export function timeFunctions(milliseconds: "total" | "rest"): readonly FunctionDeclaration[] {
  const zones = createZones();
  const parts = { ...durationParts, getMilliseconds: milliseconds === "total" ? totalMilliseconds : restMilliseconds };
  return Object.entries(fields).map(([name, [id, field]]) => {
    const at = (t: Value, zone: string): Value => {
      const local = zones(t as Timestamp, zone);
      return local instanceof CelError ? local : field(local.date, t as Timestamp);
    };
    const part = (parts as typeof durationParts)[name];
    return fn(
      name,
      over(`timestamp_to_${id}`, `timestamp.${name}(): int`, (t) => at(t!, "")),
      over(`timestamp_to_${id}_${id === "seconds" ? "tz" : "with_tz"}`, `timestamp.${name}(string): int`, (t, zone) =>
        at(t!, zone as string),
      ),
      ...(part ? [over(`duration_to_${id}`, `duration.${name}(): int`, (d) => part(d as Duration))] : []),
    );
  });
}

const maxZones = 64;

/** Finds local dates. Remembers a few formatters, since they are expensive to make. */
function createZones(): (t: Timestamp, zone: string) => Local | CelError {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (t, zone) => {
    const ms = t.seconds * 1000;
    // The zone of a server is UTC.
    if (zone === "" || zone === "UTC" || zone === "Local") return { date: new Date(ms) };
    if (zone.includes(":")) {
      const minutes = offsetMinutes(zone);
      return typeof minutes === "number" ? { date: new Date(ms + minutes * 60_000) } : minutes;
    }
    let format = formats.get(zone);
    if (!format) {
      if (zone.includes("..") || /^[/\\]/.test(zone)) return new CelError("time: invalid location name");
      if (zone.includes("\0")) return new CelError("invalid argument");
      const created = zoneFormat(zone);
      if (!created) return new CelError(`unknown time zone ${zone}`);
      format = created;
      if (formats.size >= maxZones) formats.clear();
      formats.set(zone, format);
    }
    return { date: localDate(format, ms) };
  };
}

/** An offset such as `-05:30`; the sign of the hours is that of both. */
function offsetMinutes(zone: string): number | CelError {
  const colon = zone.indexOf(":");
  const [hours, minutes] = [zone.slice(0, colon), zone.slice(colon + 1)];
  for (const part of [hours, minutes]) {
    if (!/^[+-]?\d+$/.test(part)) {
      return new CelError(`strconv.Atoi: parsing ${quoteWhole(part)}: invalid syntax`);
    }
  }
  return Number(hours) * 60 + (zone.startsWith("-") ? -1 : 1) * Number(minutes);
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Z]/.test(timeZone)) return undefined;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    // Names of zones are spelled in one way only.
    const zoneName = format.resolvedOptions().timeZone;
    return zoneName.toLowerCase() === timeZone.toLowerCase() && zoneName !== timeZone ? undefined : format;
  } catch {
    return undefined;
  }
}

/** A date whose UTC fields are those of the zone. */
function localDate(format: Intl.DateTimeFormat, ms: number): Date {
  const parts = new Map(format.formatToParts(ms).map((p) => [p.type, p.value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = parts.get("era") === "BC" ? 1 - number("year") : number("year");
  const date = new Date(0);
  date.setUTCFullYear(year, number("month") - 1, number("day"));
  date.setUTCHours(number("hour"), number("minute"), number("second"));
  return date;
}
