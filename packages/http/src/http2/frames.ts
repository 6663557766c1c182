/** The bytes with which a client begins. Source: RFC 9113, section 3.4. */
export const preface: Buffer = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** The types of frames. Source: RFC 9113, section 6. */
export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flag = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** Source: RFC 9113, section 7. */
export const errorCode = {
  noError: 0,
  protocolError: 1,
  internalError: 2,
  flowControlError: 3,
  streamClosed: 5,
  frameSizeError: 6,
  refusedStream: 7,
  cancel: 8,
  compressionError: 9,
  enhanceYourCalm: 11,
} as const;

export type ErrorCode = (typeof errorCode)[keyof typeof errorCode];

/** An error that ends the connection. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const frameHeadBytes = 9;
/** Upper bound of a frame's payload in both directions; the default, which is never raised. */
export const maxFrameBytes = 16_384;
/** The initial window. Source: RFC 9113, section 6.9.2. */
export const firstWindow = 65_535;
export const maxWindow: number = 2 ** 31 - 1;

/** The head of a frame. */
export interface FrameHead {
  readonly type: number;
  readonly flags: number;
  /** 0 for the connection. */
  readonly stream: number;
}

/** @returns where its payload begins */
export function writeFrameHead(out: Buffer, at: number, length: number, { type, flags, stream }: FrameHead): number {
  out[at] = length >>> 16;
  out[at + 1] = length >>> 8;
  out[at + 2] = length;
  out[at + 3] = type;
  out[at + 4] = flags;
  out[at + 5] = stream >>> 24;
  out[at + 6] = stream >>> 16;
  out[at + 7] = stream >>> 8;
  out[at + 8] = stream;
  return at + frameHeadBytes;
}

/** Encodes a frame of the connection, or a control frame of a stream. */
export function frameOf(head: FrameHead, payload: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(frameHeadBytes + payload.length);
  payload.copy(frame, writeFrameHead(frame, 0, payload.length, head));
  return frame;
}

export function resetFrame(stream: number, code: ErrorCode): Buffer {
  return frameOf({ type: frameType.rstStream, flags: 0, stream }, uint32(code));
}

export function windowUpdateFrame(stream: number, bytes: number): Buffer {
  return frameOf({ type: frameType.windowUpdate, flags: 0, stream }, uint32(bytes));
}

/** @param last the last stream that is, or was, answered */
export function goAwayFrame(last: number, code: ErrorCode, why: string): Buffer {
  const payload = Buffer.concat([uint32(last), uint32(code), Buffer.from(why)]);
  return frameOf({ type: frameType.goAway, flags: 0, stream: 0 }, payload);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
