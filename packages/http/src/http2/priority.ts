import { ConnectionError, errorCode, maxWindow } from "./frames.ts";

/** What a priority takes: the stream that it depends on, and a weight. Nobody goes by either. */
export const priorityBytes = 5;

/** Source: RFC 7540, section 5.3.1. */
export function checkPriority(stream: number, priority: Buffer): void {
  if ((priority.readUInt32BE() & maxWindow) === stream)
    throw new ConnectionError(errorCode.protocolError, "a stream depends on itself");
}
