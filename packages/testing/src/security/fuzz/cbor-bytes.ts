import type { Random } from "./random.ts";

const keys = ["apiVersion", "kind", "metadata", "name", "data", "a", "", "__proto__", "spec", "items"] as const;
const values = ["v1", "ConfigMap", "a", "", "\u0000", "é", "2026-01-01T00:00:00Z"] as const;
const counts = [0, 1, 2, 3, 5, 200] as const;
const tags = [0, 1, 2, 3, 4, 21, 22, 24, 32, 55_799, 2 ** 32, 2 ** 53] as const;
const beyond = [100, 2 ** 16, 2 ** 32 - 1, 2 ** 53] as const;
const breakByte = 0xff;

/** The head of an item. @param wide how many bytes its argument has at least: 0, 1, 2, 4 or 8 */
export function cborHead(major: number, argument: number, wide = 0): Buffer {
  const needed = argument < 24 ? 0 : argument < 256 ? 1 : argument < 65_536 ? 2 : argument < 2 ** 32 ? 4 : 8;
  const size = Math.max(needed, wide);
  const head = Buffer.alloc(1 + size);
  head[0] = (major << 5) | (size === 0 ? argument : size === 1 ? 24 : size === 2 ? 25 : size === 4 ? 26 : 27);
  if (size === 8) head.writeBigUInt64BE(BigInt(argument), 1);
  else if (size > 0) head.writeUIntBE(argument, 1, size);
  return head;
}

const wideOf = (random: Random): number => (random.oneIn(8) ? random.pick([1, 2, 4, 8]) : 0);

/** A text or bytes, in one piece or in chunks; some with a wrong length or type. */
function chars(random: Random, text: string): Buffer {
  const bytes = random.oneIn(12) ? Buffer.from([0xff, 0xc0, 0x80]) : Buffer.from(text);
  const major = random.oneIn(3) ? 2 : 3;
  if (!random.oneIn(6))
    return Buffer.concat([
      cborHead(major, random.oneIn(40) ? random.pick(beyond) : bytes.length, wideOf(random)),
      bytes,
    ]);
  const piece = Buffer.concat([cborHead(random.oneIn(10) ? 5 - major : major, bytes.length), bytes]);
  const pieces = Array.from({ length: random.pick(counts) }, () => piece);
  return Buffer.concat([
    Buffer.from([(major << 5) | 31]),
    ...pieces,
    random.oneIn(10) ? Buffer.alloc(0) : Buffer.from([breakByte]),
  ]);
}

/** A list or map, with its length or an end. @param major 4 or 5 */
function container(random: Random, major: number, members: readonly Buffer[]): Buffer {
  const count = major === 5 ? Math.floor(members.length / 2) : members.length;
  if (random.oneIn(4)) return Buffer.concat([Buffer.from([(major << 5) | 31]), ...members, Buffer.from([breakByte])]);
  const reported = random.oneIn(30) ? random.pick(beyond) : count;
  return Buffer.concat([cborHead(major, reported, wideOf(random)), ...members]);
}

/** Any item. */
function item(random: Random, depth: number): Buffer {
  switch (random.integer(depth > 0 ? 9 : 5)) {
    case 0:
      return cborHead(random.integer(2), random.pick([0, 23, 24, 65_536, 2 ** 53]), wideOf(random));
    case 1:
    case 2:
      return chars(random, random.pick(values));
    case 3:
      return Buffer.from(
        random.pick([
          [0xf4],
          [0xf6],
          [0xf7],
          [0xf8, 0x10],
          [0xf9, 0x7e, 0],
          [0xfb, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0],
          [0xff],
          [0x1c],
        ]),
      );
    case 4:
      return Buffer.concat([cborHead(6, random.pick(tags)), item(random, 0)]);
    case 5:
      return container(
        random,
        4,
        Array.from({ length: random.pick(counts) }, () => item(random, depth - 1)),
      );
    case 6:
      return nested(random);
    default:
      return map(random, depth - 1);
  }
}

function nested(random: Random): Buffer {
  const opening = Buffer.from([random.pick([0x81, 0x9f, 0xc1, 0xa1, 0xbf])]);
  return Buffer.concat([
    ...Array.from({ length: random.pick([3, 60, 70, 5_000]) }, () => opening),
    Buffer.from([0xf6]),
  ]);
}

/** Keys repeat in some maps, and are no texts in others. */
function map(random: Random, depth: number): Buffer {
  const members = Array.from({ length: 1 + random.integer(6) }, () => [
    random.oneIn(15) ? item(random, 0) : chars(random, random.pick(keys)),
    item(random, depth),
  ]);
  return container(random, 5, members.flat());
}

/** A body in CBOR, self-described or not, whole or with more behind it. */
export function cborBytes(random: Random): Buffer {
  const type = [chars(random, "apiVersion"), chars(random, "v1"), chars(random, "kind"), chars(random, "ConfigMap")];
  const name = container(random, 5, [chars(random, "name"), chars(random, "a")]);
  const object = container(random, 5, [
    ...type,
    chars(random, "metadata"),
    name,
    chars(random, "data"),
    item(random, 5),
  ]);
  const body = random.oneIn(4) ? item(random, 5) : object;
  const parts = [
    ...(random.oneIn(2) ? [Buffer.from([0xd9, 0xd9, 0xf7])] : []),
    body,
    ...(random.oneIn(10) ? [body] : []),
  ];
  return Buffer.concat(parts);
}
