/** Types of control frames. Source: SPDY protocol, draft 3.1, section 2.6. */
export const frameTypes = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const;

/** The flag of the last frame that a side sends on a stream. */
export const finFlag = 1;

/** A frame with its content. */
export type SpdyFrame =
  | { readonly kind: "data"; readonly stream: number; readonly flags: number; readonly data: Buffer }
  | { readonly kind: "control"; readonly type: number; readonly flags: number; readonly data: Buffer };

/** A peer sent bytes that are not SPDY, or a frame that is too large. */
export class SpdyError extends Error {
  override readonly name = "SpdyError";
}

/** A data frame. */
export function encodeData(stream: number, data: Buffer, isLast = false): readonly Buffer[] {
  const head = Buffer.allocUnsafe(8);
  head.writeUInt32BE(stream, 0);
  head.writeUInt32BE(data.length, 4);
  head[4] = isLast ? finFlag : 0;
  return data.length === 0 ? [head] : [head, data];
}

/** A control frame. */
export function encodeControl(type: number, data: Buffer, flags = 0): Buffer {
  const frame = Buffer.allocUnsafe(8 + data.length);
  frame.writeUInt16BE(0x8003, 0);
  frame.writeUInt16BE(type, 2);
  frame.writeUInt32BE(data.length, 4);
  frame[4] = flags;
  data.copy(frame, 8);
  return frame;
}

/** Reads frames from the pieces in which they arrive. */
export interface SpdyReader {
  /** @throws {SpdyError} */
  read(piece: Buffer): readonly SpdyFrame[];
}

/** Peers of this server send frames of 32 KiB; the format allows 16 MiB. */
const maxFrameBytes = 1024 * 1024;

interface OpenFrame {
  readonly first: number;
  readonly flags: number;
  readonly data: Buffer;
  filled: number;
}

const noBytes: Buffer = Buffer.alloc(0);
const headBytes = 8;
/** A length has three bytes. */
const lengthMask = 0xffffff;

/** Creates a reader of frames. Its work is linear in its input, in chunks of any size. */
export function createSpdyReader(): SpdyReader {
  let head: Buffer = noBytes;
  let open: OpenFrame | undefined;
  const begin = (bytes: Buffer): OpenFrame => {
    const second = bytes.readUInt32BE(4);
    const length = second & lengthMask;
    if (length > maxFrameBytes) throw new SpdyError(`a frame has ${length} bytes`);
    return { first: bytes.readUInt32BE(0), flags: second >>> 24, data: Buffer.allocUnsafe(length), filled: 0 };
  };
  return {
    read: (piece) => {
      const frames: SpdyFrame[] = [];
      for (let at = 0; ; ) {
        if (open === undefined) {
          const part = piece.subarray(at, at + headBytes - head.length);
          at += part.length;
          // A view would keep all of the piece, or change with it.
          if (head.length + part.length < headBytes) {
            head = Buffer.concat([head, part]);
            return frames;
          }
          open = begin(head.length === 0 ? part : Buffer.concat([head, part]));
          head = noBytes;
        }
        const { first, flags, data } = open;
        const copied = piece.copy(data, open.filled, at);
        at += copied;
        open.filled += copied;
        if (open.filled < data.length) return frames;
        open = undefined;
        frames.push(
          first >>> 31 === 0
            ? { kind: "data", stream: first, flags, data }
            : { kind: "control", type: first & 0xffff, flags, data },
        );
      }
    },
  };
}
