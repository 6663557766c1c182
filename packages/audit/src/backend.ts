import type { AuditEvent } from "./event.ts";

/** Where audit events go. */
export interface AuditBackend {
  /** What it is called in metrics and logs: `log`, `webhook`. */
  readonly name: string;
  /** Whether requests are refused that it could not record when they came. @default "blocking" */
  readonly mode?: "blocking" | "blocking-strict" | "batch";
  /**
   * Takes an event; it is written, or on its way in batches, when this returns.
   * @throws where it is neither
   */
  write(event: AuditEvent): void;
  /** Writes what waits, and ends. */
  close(): Promise<void>;
}

/**
 * The same event without what makes it larger than it may be.
 * @throws {RangeError} where that is not enough
 */
export function truncated(event: AuditEvent, maxBytes: number, mark: string): AuditEvent {
  if (jsonBytes(event) <= maxBytes) return event;
  const { requestObject: _request, responseObject: _response, ...rest } = event;
  const short: AuditEvent = { ...rest, annotations: { ...event.annotations, [mark]: "true" } };
  if (jsonBytes(short) > maxBytes) throw new RangeError(`the event is larger than ${maxBytes} bytes`);
  return short;
}

function jsonBytes(event: AuditEvent): number {
  return Buffer.byteLength(JSON.stringify(event));
}
