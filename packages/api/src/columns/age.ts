import { type ApiObject, formatAge, formatSpan, timeMs } from "@svc/meta";

export function isSet(time: string | null | undefined): time is string {
  return time !== undefined && time !== null && time !== "";
}

/** From one time to another, or until now. */
export function betweenText(start: string, end: string | undefined, nowMs: number): string {
  return formatSpan((isSet(end) ? timeMs(end) : nowMs) - timeMs(start));
}

/** The age of an object as a cell of a table shows it, such as `3d4h`. */
export function age({ metadata }: ApiObject, nowMs: number): string {
  return formatAge(metadata.creationTimestamp, nowMs);
}
