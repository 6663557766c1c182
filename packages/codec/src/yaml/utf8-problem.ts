/** The number of bytes of a sequence by its first byte; 0 where none begins with it. */
function widthOf(octet: number): number {
  if (octet < 0x80) return 1;
  if ((octet & 0xe0) === 0xc0) return 2;
  if ((octet & 0xf0) === 0xe0) return 3;
  return (octet & 0xf8) === 0xf0 ? 4 : 0;
}

/** The smallest character of each width. */
const smallest: readonly number[] = [0, 0, 0x80, 0x800, 0x10000];

/** Why bytes are not valid UTF-8, as YAML readers report it. */
export interface Utf8Problem {
  readonly why: string;
  /** The offset behind the valid bytes. */
  readonly at: number;
}

/** The first problem of bytes that are not valid UTF-8; undefined for valid bytes. */
export function utf8Problem(bytes: Uint8Array): Utf8Problem | undefined {
  for (let at = 0; at < bytes.length; ) {
    const width = widthOf(bytes[at] ?? 0);
    const why = problemOf(bytes, at, width);
    if (why !== undefined) return { why, at };
    at += width;
  }
  return undefined;
}

/** Why the sequence at an offset is invalid. */
function problemOf(bytes: Uint8Array, at: number, width: number): string | undefined {
  if (width === 0) return "invalid leading UTF-8 octet";
  if (width === 1) return undefined;
  if (at + width > bytes.length) return "incomplete UTF-8 octet sequence";
  let character = (bytes[at] ?? 0) & (0xff >> (width + 1));
  for (let i = at + 1; i < at + width; i++) {
    const octet = bytes[i] ?? 0;
    if ((octet & 0xc0) !== 0x80) return "invalid trailing UTF-8 octet";
    character = (character << 6) | (octet & 0x3f);
  }
  if (character < (smallest[width] ?? 0)) return "invalid length of a UTF-8 sequence";
  return (character >= 0xd800 && character <= 0xdfff) || character > 0x10ffff ? "invalid Unicode character" : undefined;
}
