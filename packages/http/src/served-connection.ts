import type { Deadline } from "./deadlines.ts";

/** An open connection of a server. */
export interface ServedConnection extends Deadline {
  /** Accepts no more requests, and ends when the last one is answered. */
  shutDown(): void;
}
