import type { Clock } from "@svc/base";
import { perSecond } from "@svc/base";

/** The date of now as HTTP writes it, made once a second. */
export function createDateText(clock: Clock): () => string {
  const text = perSecond((ms) => new Date(ms).toUTCString());
  return () => text(clock.now());
}
