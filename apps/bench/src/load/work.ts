import type { Tally } from "./tally.ts";

/** What a worker is at: it counts while it is given a tally. */
export interface Work {
  tally: Tally | undefined;
  stop: () => void;
}
