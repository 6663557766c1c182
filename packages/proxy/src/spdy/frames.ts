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

/** Says that a side sends no more on a stream. */
export const finFlag = 1;

/** A frame with its content. */
export type SpdyFrame =
  | { readonly kind: "data"; readonly stream: number; readonly flags: number; readonly data: Buffer }
  | { readonly kind: "control"; readonly type: number; readonly flags: number; readonly data: Buffer };

/** What a peer sent is no SPDY, or is too large. */
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

/** Peers that speak to this server send frames of 32 KiB; the format allows 16 MiB. */
const maxFrameBytes = 1024 * 1024;

/** Creates a reader of frames. */
export function createSpdyReader(): SpdyReader {
  let waiting: Buffer = Buffer.alloc(0);
  return {
    read: (piece) => {
      waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
      const frames: SpdyFrame[] = [];
      let at = 0;
      while (waiting.length - at >= 8) {
        const first = waiting.readUInt32BE(at);
        const second = waiting.readUInt32BE(at + 4);
        const length = second & 0xffffff;
        if (length > maxFrameBytes) throw new SpdyError(`a frame has ${length} bytes`);
        if (waiting.length - at < 8 + length) break;
        const flags = second >>> 24;
        const data = waiting.subarray(at + 8, at + 8 + length);
        frames.push(
          first >>> 31 === 0
            ? { kind: "data", stream: first, flags, data }
            : { kind: "control", type: first & 0xffff, flags, data },
        );
        at += 8 + length;
      }
      // A view of a large piece would keep all of it.
      waiting = at === waiting.length ? Buffer.alloc(0) : waiting.subarray(at);
      return frames;
    },
  };
}
