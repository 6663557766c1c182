/** The tags of what certificates are made of. Source: X.690; context-specific ones are in brackets in RFC 5280. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One element: its tag, the length, and its content. */
export function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(length)]), ...content]);
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

export function sequence(...members: readonly Buffer[]): Buffer {
  return element(tags.sequence, ...members);
}

/** `2.5.29.17` */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split(".").map(Number);
  return element(tags.oid, Buffer.from([first * 40 + second, ...others].flatMap(base128)));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** @param unused how many bits at the end of the last byte say nothing */
export function bitString(bytes: Buffer, unused = 0): Buffer {
  return element(tags.bitString, Buffer.from([unused]), bytes);
}

export const yes: Buffer = element(tags.boolean, Buffer.from([0xff]));

/** Seconds, in the form that certificates have for the year. Source: RFC 5280 section 4.1.2.5. */
export function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().slice(0, 19).replace(/[-T:]/g, "")}Z`;
  const isLate = Number(text.slice(0, 4)) >= 2050;
  return element(isLate ? tags.generalizedTime : tags.utcTime, Buffer.from(isLate ? text : text.slice(2), "latin1"));
}
