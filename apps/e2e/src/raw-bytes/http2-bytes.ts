import { type Choices, mutatedBytes } from "./choices.ts";

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Type numbers of RFC 9113, and some that no standard defines. */
const frameTypes = [0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 200] as const;

/** Indexed and literal header fields, good and broken. Source: RFC 7541. */
const headerBlocks: readonly Buffer[] = [
  // GET, https, /, and an authority as a literal.
  Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, 0x04]), Buffer.from("here")]),
  Buffer.from([0x82, 0x87, 0x84]),
  Buffer.from([0x83, 0x87, 0x84, 0x83]),
  // An index that does not exist, a length beyond the block, a table size beyond the limit.
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]),
  Buffer.from([0x40, 0x7f, 0xff, 0xff, 0x0f]),
  Buffer.from([0x3f, 0xff, 0xff, 0xff, 0x0f]),
  // A literal name in capitals.
  Buffer.concat([Buffer.from([0x40, 0x01]), Buffer.from("A"), Buffer.from([0x01]), Buffer.from("b")]),
  Buffer.alloc(16_000, 0x82),
  Buffer.alloc(0),
];

/** Bytes of a connection: the preface and up to 60 frames in any order, or a mutation of that. */
export function http2Bytes(choices: Choices): Buffer {
  const settings = frame({ type: 4, flags: 0, stream: 0, payload: Buffer.alloc(0) });
  const frames = Array.from({ length: choices.integer(60) }, () => anyFrame(choices));
  const bytes = Buffer.concat([choices.integer(12) === 0 ? Buffer.alloc(0) : preface, settings, ...frames]);
  return choices.integer(3) === 0 ? mutatedBytes(bytes, choices) : bytes;
}

function anyFrame(choices: Choices): Buffer {
  const type = choices.pick(frameTypes);
  const payload =
    type === 1 || type === 9 || type === 5
      ? choices.pick(headerBlocks)
      : Buffer.alloc(choices.pick([0, 4, 5, 6, 8, 8, 100, 16_384, 20_000]), choices.integer(256));
  return frame({
    type,
    flags: choices.pick([0, 1, 4, 5, 8, 0x20, 0x25, 0xff]),
    stream: choices.pick([0, 1, 1, 3, 5, 2, 2 ** 31 - 1]),
    payload,
    // Lengths that are not true.
    ...(choices.integer(20) === 0 ? { length: choices.pick([0, 1, 0xff_ffff]) } : {}),
  });
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
  /** @default that of the payload */
  readonly length?: number;
}

function frame({ type, flags, stream, payload, length = payload.length }: Frame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
