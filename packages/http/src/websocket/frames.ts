/** Opcodes of frames. Source: RFC 6455, section 5.2. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A frame, its payload unmasked. */
export interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
}

/** What a peer sent is no WebSocket frame, or is too large. */
export class WebSocketProtocolError extends Error {
  override readonly name = "WebSocketProtocolError";
  /** The code of the close frame that answers it. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A frame as servers send them: whole, and not masked. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = 0x80 | opcode;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, headLength);
  return frame;
}

/** Reads the frames of a client from the pieces in which they arrive. */
export interface FrameReader {
  /** @throws {WebSocketProtocolError} */
  read(piece: Buffer): readonly Frame[];
}

/** @param maxBytes of one frame */
export function createFrameReader(maxBytes: number): FrameReader {
  let waiting: Buffer = Buffer.alloc(0);
  return {
    read: (piece) => {
      waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
      const frames: Frame[] = [];
      for (;;) {
        const found = frameAt(waiting, maxBytes);
        if (found === undefined) break;
        frames.push(found.frame);
        waiting = waiting.subarray(found.length);
      }
      // A view of a large piece would keep all of it.
      if (waiting.length === 0) waiting = Buffer.alloc(0);
      return frames;
    },
  };
}

function frameAt(bytes: Buffer, maxBytes: number): { readonly frame: Frame; readonly length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  if ((first & 0x70) !== 0) throw new WebSocketProtocolError(1002, "reserved bits are set");
  if ((second & 0x80) === 0) throw new WebSocketProtocolError(1002, "the frame is not masked");
  const opcode = first & 0x0f;
  const isLast = (first & 0x80) !== 0;
  const short = second & 0x7f;
  const isControl = opcode >= 8;
  if (isControl && (short > 125 || !isLast)) throw new WebSocketProtocolError(1002, "the control frame is too long");
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const maskAt = 2 + lengthBytes;
  if (bytes.length < maskAt) return undefined;
  const length =
    lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (length > maxBytes) throw new WebSocketProtocolError(1009, `the frame has more than ${maxBytes} bytes`);
  const from = maskAt + 4;
  if (bytes.length < from + length) return undefined;
  const payload = Buffer.allocUnsafe(length);
  for (let i = 0; i < length; i++) payload[i] = (bytes[from + i] ?? 0) ^ (bytes[maskAt + (i & 3)] ?? 0);
  return { frame: { opcode, isLast, payload }, length: from + length };
}
