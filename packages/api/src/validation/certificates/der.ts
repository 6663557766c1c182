/** One value of ASN.1 in its distinguished encoding. */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length, as a signature is made of it. */
  readonly whole: Buffer;
}

export const derTag = { integer: 0x02, bitString: 0x03, objectId: 0x06, sequence: 0x30, set: 0x31 } as const;

/** Bytes that are no such value. */
export class DerError extends Error {}

const truncated = "asn1: syntax error: data truncated";

/** The values that stand one after the other. @throws {DerError} */
export function derValues(bytes: Buffer): readonly Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = valueAt(bytes, at);
    values.push(value);
    at += value.whole.length;
  }
  return values;
}

/** The only value there is. @throws {DerError} */
export function onlyDerValue(bytes: Buffer): Der {
  if (bytes.length === 0) throw new DerError("asn1: syntax error: sequence truncated");
  const value = valueAt(bytes, 0);
  if (value.whole.length < bytes.length) throw new DerError("asn1: syntax error: trailing data");
  return value;
}

function valueAt(bytes: Buffer, start: number): Der {
  const tag = bytes[start] ?? 0;
  const first = bytes[start + 1];
  if (first === undefined) throw new DerError(truncated);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 4) throw new DerError("asn1: structure error: length too large");
  if (start + 2 + lengthBytes > bytes.length) throw new DerError(truncated);
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(start + 2, lengthBytes);
  const from = start + 2 + lengthBytes;
  if (from + length > bytes.length) throw new DerError(truncated);
  return { tag, content: bytes.subarray(from, from + length), whole: bytes.subarray(start, from + length) };
}

/** @throws {DerError} where the value is absent or another one */
export function derOf(value: Der | undefined, tag: number): Der {
  if (value === undefined) throw new DerError("asn1: syntax error: sequence truncated");
  if (value.tag !== tag) throw new DerError(`asn1: structure error: tags don't match (${tag} vs ${value.tag})`);
  return value;
}

/** `1.2.840.113549`. @throws {DerError} */
export function objectId(value: Der | undefined): string {
  const { content } = derOf(value, derTag.objectId);
  const parts: number[] = [];
  let part = 0;
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (parts.length > 0) parts.push(part);
    else parts.push(Math.min(Math.floor(part / 40), 2), part - 40 * Math.min(Math.floor(part / 40), 2));
    part = 0;
  }
  return parts.join(".");
}
