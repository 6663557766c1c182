/** One value of ASN.1 in its distinguished encoding (DER). */
export interface DerValue {
  /** Class, form and number in one byte. Tags of several bytes do not occur in certificates. */
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length, as signatures cover it. */
  readonly whole: Buffer;
}

/** Bytes that are not the expected value. The messages are the original's. */
export class DerError extends Error {
  override readonly name = "DerError";
}

/** The tags in certificates and certification requests. */
export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

const truncated = "asn1: syntax error: data truncated";

/**
 * Splits bytes into the values that they consist of. Source: X.690, definite lengths only.
 * @throws {DerError}
 */
export function derValues(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = valueAt(bytes, at);
    values.push(value);
    at += value.whole.length;
  }
  return values;
}

/** The single value that the bytes consist of. @throws {DerError} */
export function onlyDerValue(bytes: Buffer): DerValue {
  if (bytes.length === 0) throw new DerError("asn1: syntax error: sequence truncated");
  const value = valueAt(bytes, 0);
  if (value.whole.length < bytes.length) throw new DerError("asn1: syntax error: trailing data");
  return value;
}

function valueAt(bytes: Buffer, start: number): DerValue {
  const tag = bytes[start] ?? 0;
  if ((tag & 0x1f) === 0x1f) throw new DerError("asn1: structure error: tags of several bytes are not supported");
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

/** Requires a tag. @throws {DerError} where the value is absent or has another tag */
export function expectTag(value: DerValue | undefined, tag: number): DerValue {
  if (value === undefined) throw new DerError("asn1: syntax error: sequence truncated");
  if (value.tag !== tag) throw new DerError(`asn1: structure error: tags don't match (${tag} vs ${value.tag})`);
  return value;
}

/** The members of a sequence or set. @throws {DerError} */
export function derMembers(value: DerValue | undefined, tag: number = derTag.sequence): readonly DerValue[] {
  return derValues(expectTag(value, tag).content);
}

/** An object identifier in dotted form, as `2.5.4.3`. @throws {DerError} */
export function objectId(value: DerValue | undefined): string {
  const { content } = expectTag(value, derTag.objectId);
  if (content.length === 0) throw new DerError("asn1: syntax error: zero length OBJECT IDENTIFIER");
  const parts: number[] = [];
  let part = 0;
  for (const byte of content) {
    if (part > 2 ** 45) throw new DerError("asn1: structure error: base 128 integer too large");
    part = part * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (parts.length > 0) parts.push(part);
    else {
      const root = Math.min(Math.floor(part / 40), 2);
      parts.push(root, part - 40 * root);
    }
    part = 0;
  }
  if (((content.at(-1) ?? 0) & 0x80) !== 0) throw new DerError("asn1: syntax error: truncated base 128 integer");
  return parts.join(".");
}

const stringDecoders: ReadonlyMap<number, (content: Buffer) => string> = new Map([
  [12, (content: Buffer) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content)],
  [18, ascii], // NumericString
  [19, ascii], // PrintableString
  [20, (content: Buffer) => content.toString("latin1")], // TeletexString
  [22, ascii], // IA5String
  [30, utf16], // BMPString
]);

function ascii(content: Buffer): string {
  if (content.some((byte) => byte > 0x7f)) throw new DerError("asn1: syntax error: string contains invalid characters");
  return content.toString("latin1");
}

function utf16(content: Buffer): string {
  if (content.length % 2 !== 0) throw new DerError("asn1: syntax error: invalid BMPString");
  return Buffer.from(content).swap16().toString("utf16le");
}

/** Text of the string types that occur in names. @throws {DerError} */
export function derText(value: DerValue | undefined): string {
  const decode = value === undefined ? undefined : stringDecoders.get(value.tag);
  if (value === undefined || decode === undefined) throw new DerError("asn1: structure error: not a string");
  try {
    return decode(value.content);
  } catch (cause) {
    if (cause instanceof DerError) throw cause;
    throw new DerError("asn1: syntax error: invalid UTF-8 string", { cause });
  }
}
