import { timeMs } from "@svc/meta";

/** How long ago something was, as people say it: `45s`, `3m12s`, `5h`, `2d4h`, `400d`, `3y`. */
export function formatAge(timestamp: string | undefined, nowMs: number): string {
  if (timestamp === undefined || timestamp === "") return "<unknown>";
  const seconds = Math.floor((nowMs - timeMs(timestamp)) / 1000);
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
