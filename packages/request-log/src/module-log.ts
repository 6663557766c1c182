import type { Log } from "@svc/base";

/** The log of one module from one level on. */
export interface ModuleLog {
  readonly log: Log;
  /** Whether its lines are written; may change at any time. */
  isEnabled(): boolean;
}
