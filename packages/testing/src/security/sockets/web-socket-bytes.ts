import { mutateBytes } from "../fuzz/mutate.ts";
import type { Random } from "../fuzz/random.ts";

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const anyOpcode = [0, 0, 1, 2, 2, 2, 3, 7, 8, 9, 9, 10, 11, 15] as const;
const lengths = [0, 0, 1, 2, 3, 125, 126, 127, 300, 65_535, 65_536, 100_000] as const;
/** Lengths that are announced but do not come. */
const announced = [1, 126, 65_536, 1024 * 1024, 1024 * 1024 + 1, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 62] as const;
const broken = Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf4, 0x90]);

interface FrameOptions {
  readonly opcode: number;
  readonly payload: Buffer;
  /** @default true */
  readonly isLast?: boolean;
  /** @default false */
  readonly isUnmasked?: boolean;
  /** The bits 0x70. @default 0 */
  readonly reserved?: number;
  /** @default that of the payload */
  readonly length?: number;
}

/** A frame as clients send it, or as none should. */
export function webSocketFrame(options: FrameOptions): Buffer {
  const { opcode, payload, isLast = true, isUnmasked = false, reserved = 0, length = payload.length } = options;
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + lengthBytes);
  head[0] = (isLast ? 0x80 : 0) | reserved | opcode;
  head[1] = (isUnmasked ? 0 : 0x80) | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) head.writeUInt16BE(length, 2);
  if (lengthBytes === 8) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = [0x12, 0x34, 0x56, 0x78];
  if (isUnmasked) return Buffer.concat([head, payload]);
  return Buffer.concat([head, Buffer.from(mask), payload.map((byte, i) => byte ^ (mask[i & 3] ?? 0))]);
}

type Script = (random: Random) => readonly Buffer[];

/** Payloads that mostly start with the channel of a command. */
function payloadOf(random: Random, length: number): Buffer {
  const payload = Buffer.alloc(length, random.pick(["a", "\n", "\0", '{"Width":', "é"]));
  if (length > 0) payload[0] = random.pick([0, 0, 1, 2, 3, 4, 4, 5, 127, 255]);
  return payload;
}

const few = (random: Random, most: number): number => 1 + random.integer(most);
const list = (count: number, of: (i: number) => Buffer): readonly Buffer[] =>
  Array.from({ length: count }, (_, i) => of(i));

/** One class each of what a client can send on a WebSocket. */
const scripts: readonly Script[] = [
  // Whole messages.
  (random) =>
    list(few(random, 20), () =>
      webSocketFrame({ opcode: random.pick([1, 2]), payload: payloadOf(random, random.pick(lengths)) }),
    ),
  // A message in fragments, with control frames between them.
  (random) => [
    webSocketFrame({ opcode: opcodes.binary, payload: payloadOf(random, random.pick(lengths)), isLast: false }),
    ...list(few(random, 400), () =>
      random.oneIn(4)
        ? webSocketFrame({
            opcode: random.pick([opcodes.ping, opcodes.pong]),
            payload: Buffer.alloc(random.pick([0, 125])),
          })
        : webSocketFrame({
            opcode: opcodes.continuation,
            payload: Buffer.alloc(random.pick([0, 0, 1, 300])),
            isLast: random.oneIn(50),
          }),
    ),
  ],
  // Fragments of nothing, without an end.
  (random) => [
    webSocketFrame({ opcode: random.pick([1, 2]), payload: Buffer.alloc(0), isLast: false }),
    ...list(20_000, () => webSocketFrame({ opcode: opcodes.continuation, payload: Buffer.alloc(0), isLast: false })),
  ],
  // Many pings, whose replies may not be read.
  (random) =>
    list(few(random, 5_000), () =>
      webSocketFrame({ opcode: opcodes.ping, payload: Buffer.alloc(random.pick([0, 125])) }),
    ),
  // A length that does not come, or is beyond all bounds.
  (random) => [
    webSocketFrame({
      opcode: random.pick(anyOpcode),
      payload: Buffer.alloc(random.integer(2_000)),
      length: random.pick(announced),
    }),
  ],
  // Texts that are no UTF-8, and closes that are none.
  (random) =>
    list(few(random, 10), () =>
      webSocketFrame({
        opcode: random.pick([opcodes.text, opcodes.close, opcodes.ping]),
        payload: broken.subarray(0, random.integer(broken.length + 1)),
      }),
    ),
  // Frames of any kind.
  (random) =>
    list(few(random, 60), () =>
      webSocketFrame({
        opcode: random.pick(anyOpcode),
        payload: payloadOf(random, random.pick(lengths)),
        isLast: !random.oneIn(3),
        isUnmasked: random.oneIn(15),
        reserved: random.oneIn(15) ? random.pick([0x10, 0x20, 0x40, 0x70]) : 0,
      }),
    ),
  // Ends of channels that are open, closed or none, again and again.
  (random) =>
    list(few(random, 200), () =>
      webSocketFrame({ opcode: opcodes.binary, payload: Buffer.from([255, random.pick([0, 0, 1, 4, 255])]) }),
    ),
  // A message as long as it may be, and longer.
  (random) => [
    webSocketFrame({ opcode: opcodes.binary, payload: payloadOf(random, 1024 * 1024 + random.pick([-1, 0, 1])) }),
  ],
  // No WebSocket at all.
  (random) => [
    Buffer.from(random.pick(["GET / HTTP/1.1\r\nhost: x\r\n\r\n", "\u0016\u0003\u0001", "\0".repeat(5_000)]), "latin1"),
  ],
];

/**
 * The bytes of a client on a WebSocket: one class of input after another, or a mutation of them.
 */
export function webSocketBytes(random: Random): Buffer {
  const bytes = Buffer.concat(list(few(random, 3), () => Buffer.concat(random.pick(scripts)(random))));
  return random.oneIn(4) ? mutateBytes(bytes, random) : bytes;
}
