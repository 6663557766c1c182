import type { ApiObject } from "@svc/meta";

/** The record to which the stages of a request add their results. */
export interface AuditTrail {
  /**
   * The last word on a key counts.
   * @param from the level from which on it is recorded. @default "Metadata"
   */
  annotate(key: string, value: string, from?: "Metadata" | "Request"): void;
  /**
   * Receives the client's object.
   * @param object its identity completes the one in the path
   * @param encode returns the plain data to record; called synchronously, and only if needed
   */
  sent(object: Pick<ApiObject, "metadata"> | undefined, encode: () => unknown): void;
}

/** For requests that are not recorded. */
export const silentTrail: AuditTrail = { annotate: () => undefined, sent: () => undefined };
