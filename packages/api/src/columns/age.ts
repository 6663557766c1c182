import { type ApiObject, formatAge, formatSpan, timeMs } from "@svc/meta";

export function isSet(time: string | null | undefined): time is string {
  return time !== undefined && time !== null && time !== "";
}

/** From one time to another, or until now. */
export function betweenText(start: string, end: string | undefined, nowMs: number): string {
  return formatSpan((isSet(end) ? timeMs(end) : nowMs) - timeMs(start));
}

/** How old an object is. */
export function age({ metadata }: ApiObject, nowMs: number): string {
  return formatAge(metadata.creationTimestamp, nowMs);
}
