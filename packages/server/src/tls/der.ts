/** Tags of ASN.1 that certificates are made of. Source: X.690 */
export const tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One value as its bytes: tag, length, content. Source: X.690, DER */
export function der(tagByte: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tagByte, ...lengthBytes(body.length)]), body]);
}

export function sequence(...content: readonly Uint8Array[]): Buffer {
  return der(tag.sequence, ...content);
}

/** Bits in the order in which they are numbered; the last `unused` of them do not count. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return der(tag.bitString, Buffer.from([unused]), bytes);
}

/** An object identifier as it is written: `2.5.29.15`. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  return der(tag.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** As RFC 5280 wants it: two digits of the year until 2049. */
export function time(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  return digits < "2050"
    ? der(tag.utcTime, Buffer.from(digits.slice(2)))
    : der(tag.generalizedTime, Buffer.from(digits));
}

/** A value that was read, without a copy. */
export interface DerValue {
  readonly tag: number;
  /** With tag and length. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** The values that stand in a row. @throws {TypeError} for bytes that are no DER */
export function readDer(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const short = bytes[at + 1] ?? 0x80;
    const more = short < 0x80 ? 0 : short & 0x7f;
    const start = at + 2 + more;
    if (short === 0x80 || more > 4 || start > bytes.length) throw new TypeError("the bytes are no DER");
    const end = start + (more === 0 ? short : bytes.readUIntBE(at + 2, more));
    if (end > bytes.length) throw new TypeError("the bytes end within a value of DER");
    values.push({ tag: bytes[at] ?? 0, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return values;
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): readonly number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
