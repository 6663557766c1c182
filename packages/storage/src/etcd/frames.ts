import { GrpcError, grpcCode } from "./grpc-error.ts";
import type { MessageWriter } from "./protobuf.ts";

const prefixBytes = 5;

/**
 * A message as gRPC sends it: a flag that tells that it is not compressed, its length, its bytes.
 */
export function frameOf(message: MessageWriter): Buffer {
  const body = message.finish();
  const frame = Buffer.allocUnsafe(prefixBytes + body.length);
  frame[0] = 0;
  frame.writeUInt32BE(body.length, 1);
  frame.set(body, prefixBytes);
  return frame;
}

/** Puts messages together from what arrives. */
interface FrameReader {
  /** @throws {GrpcError} for what is no message, or one that is too long */
  read(chunk: Buffer): void;
}

export function createFrameReader(maxMessageBytes: number, onMessage: (message: Buffer) => void): FrameReader {
  let chunks: Buffer[] = [];
  let buffered = 0;
  /** How many bytes must be there before it is worth to look again. */
  let needed = prefixBytes;

  return {
    read(chunk) {
      chunks.push(chunk);
      buffered += chunk.length;
      if (buffered < needed) return;
      const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, buffered);
      let at = 0;
      needed = prefixBytes;
      while (bytes.length - at >= prefixBytes) {
        const length = bytes.readUInt32BE(at + 1);
        if (bytes[at] !== 0 || length > maxMessageBytes) {
          throw new GrpcError(
            grpcCode.resourceExhausted,
            `a response is compressed, or of more than ${maxMessageBytes} bytes`,
          );
        }
        if (bytes.length - at < prefixBytes + length) {
          needed = prefixBytes + length;
          break;
        }
        onMessage(bytes.subarray(at + prefixBytes, at + prefixBytes + length));
        at += prefixBytes + length;
      }
      const rest = bytes.subarray(at);
      chunks = rest.length > 0 ? [rest] : [];
      buffered = rest.length;
    },
  };
}
