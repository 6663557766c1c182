import { perSecond } from "@svc/base";

/** A time as objects hold it: to the second, in UTC. */
export type TimeText = (ms: number) => string;

/** The text of a second is created once: many writes share it. */
export function createTimeText(): TimeText {
  return perSecond((ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`);
}
