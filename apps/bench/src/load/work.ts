import type { Tally } from "./tally.ts";

/** The running job of a worker, which counts while it has a tally. */
export interface Work {
  tally: Tally | undefined;
  stop: () => void;
}
