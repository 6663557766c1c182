import { BodyBuffer, noBytes } from "../body-buffer.ts";

/** Opcodes of frames. Source: RFC 6455, section 5.2. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A frame, its payload unmasked. */
export interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
}

/** A peer sent bytes that are not a WebSocket frame, or a message that is too large. */
export class WebSocketProtocolError extends Error {
  override readonly name = "WebSocketProtocolError";
  /** The code of the close frame that answers it. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A frame as servers send them: whole, and not masked. @param payload its parts, which are copied
 */
export function encodeFrame(opcode: number, ...payload: readonly Buffer[]): Buffer {
  let length = 0;
  for (const part of payload) length += part.length;
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
  let at = headLength;
  for (const part of payload) at += part.copy(frame, at);
  return frame;
}

/** Reads the frames of a client from the pieces in which they arrive. */
export interface FrameReader {
  /** @throws {WebSocketProtocolError} */
  read(piece: Buffer): readonly Frame[];
}

interface FrameReaderOptions {
  /** Of one frame. */
  readonly maxBytes: number;
  /** Whether the payload of frames that are no control frames is kept; it is empty otherwise. */
  readonly keepsData: boolean;
}

interface Head extends Omit<Frame, "payload"> {
  readonly mask: Buffer;
  /** Of the payload. */
  readonly length: number;
  readonly headLength: number;
}

interface OpenFrame extends Head {
  readonly isKept: boolean;
  /** Bytes that are still to come. */
  left: number;
}

const maxHeadBytes = 14;

/** A class, since its methods share the frame that is not whole yet. */
class PieceReader implements FrameReader {
  readonly #options: FrameReaderOptions;
  /** The beginning of a head. */
  #head: Buffer = noBytes;
  #frame: OpenFrame | undefined;
  readonly #payload = new BodyBuffer();

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  read(piece: Buffer): readonly Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; ; ) {
      if (this.#frame === undefined) {
        const head = this.#takeHead(piece, at);
        if (head === undefined) return frames;
        at = head;
      }
      const taken = this.#takePayload(piece.subarray(at));
      at += taken;
      const frame = this.#whole();
      if (frame === undefined) return frames;
      frames.push(frame);
    }
  }

  /** @returns where the payload begins */
  #takeHead(piece: Buffer, at: number): number | undefined {
    const before = this.#head.length;
    const next = piece.subarray(at, at + maxHeadBytes - before);
    this.#head = before === 0 ? next : Buffer.concat([this.#head, next]);
    const head = headOf(this.#head, this.#options);
    if (head === undefined) {
      // A view would keep all of the piece.
      this.#head = Buffer.from(this.#head);
      return undefined;
    }
    this.#head = noBytes;
    const isKept = this.#options.keepsData || head.opcode >= firstControl;
    this.#frame = { ...head, isKept, left: head.length };
    return at + head.headLength - before;
  }

  /** @returns how many bytes belong to the frame */
  #takePayload(rest: Buffer): number {
    const frame = this.#frame;
    if (frame === undefined) return 0;
    const part = rest.subarray(0, frame.left);
    frame.left -= part.length;
    if (frame.isKept)
      this.#payload.add(part, { isLast: false, left: frame.left, maxBytes: Math.max(frame.length, maxHeadBytes) });
    return part.length;
  }

  #whole(): Frame | undefined {
    const frame = this.#frame;
    if (frame === undefined || frame.left > 0) return undefined;
    const { opcode, isLast, mask } = frame;
    this.#frame = undefined;
    const payload = this.#payload.take();
    unmask(payload, mask);
    return { opcode, isLast, payload };
  }
}

/** Creates a reader whose work is linear in its input, however small the chunks are. */
export function createFrameReader(options: FrameReaderOptions): FrameReader {
  return new PieceReader(options);
}

const firstControl = 8;

/** The head of a frame; undefined where more of it is needed. @throws {WebSocketProtocolError} */
function headOf(bytes: Buffer, { maxBytes, keepsData }: FrameReaderOptions): Head | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  if ((first & 0x70) !== 0) throw new WebSocketProtocolError(1002, "reserved bits are set");
  if ((second & 0x80) === 0) throw new WebSocketProtocolError(1002, "the frame is not masked");
  const opcode = first & 0x0f;
  const isLast = (first & 0x80) !== 0;
  const short = second & 0x7f;
  if (opcode >= firstControl && (short > 125 || !isLast))
    throw new WebSocketProtocolError(1002, "the control frame is too long");
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const headLength = 2 + lengthBytes + 4;
  if (bytes.length < headLength) return undefined;
  const length =
    lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (keepsData && length > maxBytes)
    throw new WebSocketProtocolError(1009, `the frame has more than ${maxBytes} bytes`);
  if (length > Number.MAX_SAFE_INTEGER) throw new WebSocketProtocolError(1002, "the length has more than 53 bits");
  const mask = Buffer.from(bytes.subarray(headLength - 4, headLength));
  return { opcode, isLast, length, headLength, mask };
}

/** Removes a mask in place, four bytes at a time where the data is aligned. */
function unmask(payload: Buffer, mask: Buffer): void {
  let at = 0;
  if (payload.byteOffset % 4 === 0) {
    const words = new Int32Array(payload.buffer, payload.byteOffset, payload.length >> 2);
    const word = new Int32Array(new Uint8Array(mask).buffer)[0] ?? 0;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) ^ word;
    at = words.length * 4;
  }
  for (; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
}
