import { GrpcError, grpcCode } from "./grpc-error.ts";
import type { MessageWriter } from "./protobuf.ts";

const prefixBytes = 5;

/** Encodes a message with gRPC's prefix: an uncompressed flag and the length. */
export function frameOf(message: MessageWriter): Buffer {
  const body = message.finish();
  const frame = Buffer.allocUnsafe(prefixBytes + body.length);
  frame[0] = 0;
  frame.writeUInt32BE(body.length, 1);
  frame.set(body, prefixBytes);
  return frame;
}

/** Assembles messages from received chunks. */
interface FrameReader {
  /** @throws {GrpcError} for an invalid or too long message */
  read(chunk: Buffer): void;
}

/** Creates a reader for one stream. */
export function createFrameReader(maxMessageBytes: number, onMessage: (message: Buffer) => void): FrameReader {
  let chunks: Buffer[] = [];
  let buffered = 0;
  /** Bytes that must have arrived before another attempt is worthwhile. */
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
