import { ConnectionError, errorCode, maxWindow } from "./frames.ts";

/** The size of a priority: a stream dependency and a weight, both ignored. */
export const priorityBytes = 5;

/** Source: RFC 7540, section 5.3.1. */
export function checkPriority(stream: number, priority: Buffer): void {
  if ((priority.readUInt32BE() & maxWindow) === stream)
    throw new ConnectionError(errorCode.protocolError, "a stream depends on itself");
}
