import { ConnectionError, errorCode, flag } from "./frames.ts";

/** A payload without its padding. Source: RFC 9113, section 6.1. */
export function withoutPadding(payload: Buffer, flags: number): Buffer {
  if ((flags & flag.padded) === 0) return payload;
  const padding = payload[0];
  if (padding === undefined || padding >= payload.length)
    throw new ConnectionError(errorCode.protocolError, "there is more padding than payload");
  return payload.subarray(1, payload.length - padding);
}
