import type { Random } from "./random.ts";

const texts = ["", "v1", "ConfigMap", "Pod", "Status", "List", "a", "__proto__", "\ufffd", "x".repeat(300)] as const;
const numbers = [0, 1, 1, 2, 2, 3, 4, 5, 11, 12, 13, 14, 17, 99, 2 ** 29 - 1] as const;
const counts = [0, 1, 2, 3, 3, 40, 3_000] as const;

/** A variable-length integer. @param padding bytes more than it needs */
export function varint(value: number | bigint, padding = 0): Buffer {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  bytes.push(Number(left));
  for (let more = padding; more > 0; more--) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(0);
  }
  return Buffer.from(bytes);
}

/** A field of length-delimited bytes. */
export function bytesField(number: number, value: Buffer): Buffer {
  return Buffer.concat([varint((BigInt(number) << 3n) | 2n), varint(value.length), value]);
}

/** An envelope around a message, with the given type. */
export function envelope(magic: Uint8Array, type: readonly [apiVersion: string, kind: string], raw: Buffer): Buffer {
  const [apiVersion, kind] = type;
  const typeMeta = Buffer.concat([bytesField(1, Buffer.from(apiVersion)), bytesField(2, Buffer.from(kind))]);
  return Buffer.concat([magic, bytesField(1, typeMeta), bytesField(2, raw)]);
}

function content(random: Random, depth: number): Buffer {
  if (depth > 0 && !random.oneIn(3)) return message(random, depth - 1);
  switch (random.integer(4)) {
    case 0:
      return Buffer.from(random.pick(texts));
    case 1:
      return Buffer.alloc(random.pick([1, 8, 9, 100]), random.integer(256));
    case 2:
      // Packed integers.
      return Buffer.concat(Array.from({ length: random.pick(counts) }, () => varint(random.integer(1_000))));
    default:
      return bytesField(1, Buffer.from(random.pick(texts)));
  }
}

/** A field of any number and wire type, mostly well formed. */
function field(random: Random, depth: number): Buffer {
  const number = random.pick(numbers);
  const wireType = random.oneIn(4) ? random.integer(8) : random.pick([0, 2, 2, 2]);
  const key = varint((BigInt(number) << 3n) | BigInt(wireType), random.oneIn(20) ? random.integer(12) : 0);
  switch (wireType) {
    case 0:
      return Buffer.concat([
        key,
        varint(random.pick([0, 1, 127, 2 ** 31, -1, -(2 ** 53)]), random.oneIn(10) ? random.integer(12) : 0),
      ]);
    case 1:
      return Buffer.concat([key, Buffer.alloc(8, random.integer(256))]);
    case 2: {
      const value = content(random, depth);
      // Lengths that are not true, up to the largest.
      const length = random.oneIn(20) ? random.pick([value.length + 1, 2 ** 31, 2 ** 32, -1]) : value.length;
      return Buffer.concat([key, varint(length), value]);
    }
    case 5:
      return Buffer.concat([key, Buffer.alloc(4, random.integer(256))]);
    default:
      return key;
  }
}

/** Repeats of repeats have no end. */
const maxRepeatedBytes = 20_000;

/** A message of random fields, some of which repeat. */
function message(random: Random, depth: number): Buffer {
  const fields = Array.from({ length: 1 + random.integer(6) }, () => field(random, depth));
  const [first = Buffer.alloc(0)] = fields;
  const count = random.oneIn(6) ? Math.min(random.pick(counts), maxRepeatedBytes / first.length) : 0;
  return Buffer.concat([...fields, ...Array.from({ length: count }, () => first)]);
}

/** A message within itself, so many times, without an inner field. */
function nested(random: Random): Buffer {
  const number = random.pick([1, 2, 3]);
  let bytes: Buffer = Buffer.alloc(0);
  for (let left = random.pick([1, 10, 99, 101, 1_000, 10_000]); left > 0; left--) bytes = bytesField(number, bytes);
  return bytes;
}

/** Bodies in protobuf: envelopes that are whole, odd, within themselves, or none. */
export function protobufBytes(magic: Uint8Array, random: Random): Buffer {
  const type = [
    random.pick(["v1", "v1", "apps/v1", "", "v1/v1/v1"]),
    random.pick(["ConfigMap", "Pod", "Secret", "", "List"]),
  ] as const;
  const raw = random.oneIn(5) ? nested(random) : message(random, 6);
  switch (random.integer(8)) {
    case 0:
      return raw;
    case 1:
      return Buffer.concat([magic, raw]);
    case 2: {
      let bytes = envelope(magic, type, raw);
      for (let left = random.pick([1, 2, 50, 500]); left > 0; left--) bytes = envelope(magic, type, bytes);
      return bytes;
    }
    case 3:
      return Buffer.concat([
        envelope(magic, type, raw),
        bytesField(3, Buffer.from("gzip")),
        bytesField(4, Buffer.from(random.pick(["application/json", "x".repeat(5_000)]))),
      ]);
    case 4:
      return Buffer.concat([
        envelope(magic, ["v1", "Secret"], raw),
        envelope(magic, ["v1", "ConfigMap"], raw).subarray(magic.length),
      ]);
    default:
      return envelope(magic, type, raw);
  }
}
