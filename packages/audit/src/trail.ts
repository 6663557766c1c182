import type { ApiObject } from "@svc/meta";

/** Where the stages of a request write down what they find out. */
export interface AuditTrail {
  /** The last word on a key counts. */
  annotate(key: string, value: string): void;
  /**
   * Receives what the client sent.
   * @param object what it says of itself stands in for what the path does not say
   * @param encode makes the plain data that is recorded; called at once, and only where it is
   */
  sent(object: Pick<ApiObject, "metadata"> | undefined, encode: () => unknown): void;
}

/** For requests that are not recorded. */
export const silentTrail: AuditTrail = { annotate: () => undefined, sent: () => undefined };
