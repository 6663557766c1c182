import { type ApiObject, timeMs } from "@svc/meta";

/** How long something takes, as people say it: `45s`, `3m12s`, `5h`, `2d4h`, `400d`, `3y`. */
export function durationText(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return two(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return two(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return two(days, "d", hours % 24, "h");
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.floor(days / 365);
  return hours < 24 * 365 * 8 ? two(years, "y", days % 365, "d") : `${years}y`;
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

/** How long ago a time was. */
export function ageText(time: string | null | undefined, nowMs: number): string {
  return isSet(time) ? durationText(nowMs - timeMs(time)) : "<unknown>";
}

export function isSet(time: string | null | undefined): time is string {
  return time !== undefined && time !== null && time !== "";
}

/** From one time to another, or until now. */
export function betweenText(start: string, end: string | undefined, nowMs: number): string {
  return durationText((isSet(end) ? timeMs(end) : nowMs) - timeMs(start));
}

/** How old an object is. */
export function age({ metadata }: ApiObject, nowMs: number): string {
  return ageText(metadata.creationTimestamp, nowMs);
}
