import { constants, deflateSync } from "node:zlib";
import { mutateBytes } from "../fuzz/mutate.ts";
import type { Random } from "../fuzz/random.ts";

/** Types of control frames of SPDY/3.1, and some that it does not have. */
const types = [1, 2, 2, 3, 4, 6, 6, 7, 8, 9, 0, 5, 10, 300, 0x7fff] as const;
/** The streams that a server opens to a kubelet are 1, 3, 5 and 7. */
const streams = [0, 1, 1, 3, 3, 5, 7, 2, 9, 2 ** 31 - 1] as const;

const few = (random: Random, most: number): number => 1 + random.integer(most);
const many = (count: number, of: (i: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => of(i)));

/** Four bytes, the highest first. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0, 0);
  return bytes;
}

function frame(first: number, flags: number, data: Buffer, length: number = data.length): Buffer {
  return Buffer.concat([uint32(first), uint32(((flags << 24) | (length & 0xffffff)) >>> 0), data]);
}

/** A control frame of SPDY/3.1. */
export function control(type: number, data: Buffer, flags = 0): Buffer {
  return frame((0x8003 << 16) | type, flags, data);
}

/** A frame with data of a stream. */
export const data = (stream: number, content: Buffer, isLast = false): Buffer => frame(stream, isLast ? 1 : 0, content);

/** A header block of 16 MiB in a few kilobytes: no reader may inflate it. */
export const bomb: Buffer = deflateSync(Buffer.alloc(16 * 1024 * 1024), { finishFlush: constants.Z_SYNC_FLUSH });

type Script = (random: Random) => Buffer;

/** One class each of what a peer can send in a session. */
const scripts: readonly Script[] = [
  // Rubbish.
  (random) => many(few(random, 4_000), () => Buffer.from([random.integer(256)])),
  // Output, in pieces of any size.
  (random) =>
    many(few(random, 30), () =>
      data(random.pick(streams), Buffer.alloc(random.pick([0, 1, 100, 32_768]), "x"), random.oneIn(20)),
    ),
  // Many tiny pieces of a status.
  (random) => many(few(random, 20_000), () => data(random.pick([1, 3]), Buffer.from("x"))),
  // A status with a random content.
  (random) =>
    data(
      random.pick([1, 3]),
      Buffer.from(
        random.pick(["{}", "null", '{"status":"Failure","details":{"causes":[null]}}', "[".repeat(50_000), "\ufffd"]),
      ),
      true,
    ),
  // Lengths that do not come, or are beyond all bounds.
  (random) =>
    frame(random.pick(streams), 0, Buffer.alloc(100), random.pick([101, 1024 * 1024, 1024 * 1024 + 1, 0xffffff])),
  // Header blocks that are large when inflated, of streams that the peer opens and answers.
  (random) =>
    many(few(random, 5), () =>
      control(random.pick([1, 2, 8]), Buffer.concat([uint32(random.pick(streams)), Buffer.alloc(6), bomb])),
    ),
  // Many streams.
  (random) => many(few(random, 5_000), (i) => control(1, Buffer.concat([uint32(2 * i), uint32(0), Buffer.alloc(2)]))),
  // Windows that shrink, grow and overflow, and settings without end.
  (random) =>
    many(few(random, 2_000), () =>
      control(9, Buffer.concat([uint32(random.pick(streams)), uint32(random.pick([0, 1, 2 ** 31 - 1, 2 ** 32 - 1]))])),
    ),
  (random) =>
    many(few(random, 50), () =>
      control(4, Buffer.concat([uint32(random.pick([0, 1, 2 ** 32 - 1])), Buffer.alloc(random.integer(4_000), 0xff)])),
    ),
  // Pings, whose replies may not be read.
  (random) => many(few(random, 5_000), (i) => control(6, uint32(random.oneIn(4) ? i * 2 + 1 : i * 2))),
  // Resets and ends, and anything behind them.
  (random) =>
    Buffer.concat([
      control(random.pick([3, 7]), Buffer.concat([uint32(random.pick(streams)), uint32(random.integer(20))])),
      data(1, Buffer.from("late")),
    ]),
  // Control frames of any type and length.
  (random) =>
    many(few(random, 100), () =>
      control(
        random.pick(types),
        Buffer.alloc(random.pick([0, 1, 3, 4, 8, 10, 1_000]), random.integer(256)),
        random.integer(256),
      ),
    ),
];

/**
 * The bytes of a peer in an SPDY session: one class of input after another, or a mutation of them.
 */
export function spdyBytes(random: Random): Buffer {
  const bytes = many(few(random, 3), () => random.pick(scripts)(random));
  return random.oneIn(4) ? mutateBytes(bytes, random) : bytes;
}
