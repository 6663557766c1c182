import type { MaybePromise } from "@svc/base";
import type { AuditEvent } from "./event.ts";

/** A destination of audit events. */
export interface AuditBackend {
  /** The name in metrics and logs: `log`, `webhook`. */
  readonly name: string;
  /** Whether requests are refused that it could not record when they came. @default "blocking" */
  readonly mode?: "blocking" | "blocking-strict" | "batch";
  /**
   * Accepts an event. In mode `batch` it waits when this returns; in the other modes it is written
   * then, or when the promise resolves, and the request waits for it.
   * @throws or rejects for an event that was not accepted
   */
  write(event: AuditEvent): MaybePromise<void>;
  /** Writes pending events, and ends. */
  close(): Promise<void>;
}

/**
 * The event without the objects that make it too large.
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
