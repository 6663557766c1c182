import type { Clock } from "@svc/base";
import { perSecond } from "@svc/base";

/** The current date in HTTP's format, computed once a second. */
export function createDateText(clock: Clock): () => string {
  const text = perSecond((ms) => new Date(ms).toUTCString());
  return () => text(clock.now());
}
