/** One element of DER: its tag, and where its content lies. */
export interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** The whole element, tag and length included. */
  readonly whole: Buffer;
}

export class DerError extends Error {
  override readonly name = "DerError";
}

/** What is read of a tag: class and number in one byte; longer tags are no part of certificates. */
export const tags: {
  readonly boolean: 1;
  readonly integer: 2;
  readonly octetString: 4;
  readonly oid: 6;
  readonly utf8: 12;
  readonly sequence: 0x30;
  readonly set: 0x31;
} = { boolean: 1, integer: 2, octetString: 4, oid: 6, utf8: 12, sequence: 0x30, set: 0x31 };

/** The elements that lie side by side in some bytes. Source: X.690, definite lengths only. @throws {DerError} */
function elementsOf(bytes: Buffer): readonly Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    found.push(element);
    at += element.whole.length;
  }
  return found;
}

function elementAt(bytes: Buffer, at: number): Element {
  const tag = bytes[at] ?? 0;
  if ((tag & 0x1f) === 0x1f) throw new DerError("a tag of several bytes");
  const first = bytes[at + 1];
  if (first === undefined) throw new DerError("an element without a length");
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || more > 4) throw new DerError("a length that is not definite, or too long");
  const start = at + 2 + more;
  if (start > bytes.length) throw new DerError("a length that is cut off");
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  if (start + length > bytes.length) throw new DerError("an element longer than what it lies in");
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) };
}

/** The elements of a sequence or set. @throws {DerError} when it is neither */
export function membersOf(element: Element | undefined, tag: number): readonly Element[] {
  if (element?.tag !== tag) throw new DerError(`element ${element?.tag ?? "none"} where ${tag} must be`);
  return elementsOf(element.content);
}

/** `2.5.4.3` @throws {DerError} */
export function oidOf(element: Element | undefined): string {
  if (element?.tag !== tags.oid || element.content.length === 0) throw new DerError("no object identifier");
  const parts: number[] = [];
  let value = 0;
  for (const [i, byte] of element.content.entries()) {
    if (value > 2 ** 45) throw new DerError("an object identifier with too big a part");
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) {
      if (i === element.content.length - 1) throw new DerError("an object identifier that is cut off");
      continue;
    }
    if (parts.length === 0)
      parts.push(Math.min(Math.floor(value / 40), 2), value - Math.min(Math.floor(value / 40), 2) * 40);
    else parts.push(value);
    value = 0;
  }
  return parts.join(".");
}

const stringDecoders: Readonly<Record<number, (content: Buffer) => string>> = {
  12: (content) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content),
  18: ascii, // NumericString
  19: ascii, // PrintableString
  20: (content) => content.toString("latin1"), // TeletexString
  22: ascii, // IA5String
  30: (content) => {
    if (content.length % 2 !== 0) throw new DerError("half a character");
    return Buffer.from(content).swap16().toString("utf16le");
  },
};

function ascii(content: Buffer): string {
  if (content.some((byte) => byte > 0x7f)) throw new DerError("text that is not ASCII where it must be");
  return content.toString("latin1");
}

/** Text of the kinds that names hold. @throws {DerError} */
export function textOf(element: Element | undefined): string {
  const decode = element === undefined ? undefined : stringDecoders[element.tag];
  if (element === undefined || decode === undefined) throw new DerError("no text");
  try {
    return decode(element.content);
  } catch (error) {
    throw error instanceof DerError ? error : new DerError("text that is not well formed");
  }
}
