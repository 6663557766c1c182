/** The number of bytes of a sequence by its first byte; 0 where none begins with it. */
function widthOf(octet: number): number {
  if (octet < 0x80) return 1;
  if ((octet & 0xe0) === 0xc0) return 2;
  if ((octet & 0xf0) === 0xe0) return 3;
  return (octet & 0xf8) === 0xf0 ? 4 : 0;
}

/** The smallest character of each width. */
const smallest: readonly number[] = [0, 0, 0x80, 0x800, 0x10000];

/**
 * The first problem of bytes that are not valid UTF-8, as YAML readers report it; undefined for
 * valid bytes.
 */
export function utf8Problem(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const width = widthOf(first);
    if (width === 0) return "invalid leading UTF-8 octet";
    if (at + width > bytes.length) return "incomplete UTF-8 octet sequence";
    let character = width === 1 ? first : first & (0xff >> (width + 1));
    for (const octet of bytes.subarray(at + 1, at + width)) {
      if ((octet & 0xc0) !== 0x80) return "invalid trailing UTF-8 octet";
      character = (character << 6) | (octet & 0x3f);
    }
    if (character < (smallest[width] ?? 0)) return "invalid length of a UTF-8 sequence";
    if ((character >= 0xd800 && character <= 0xdfff) || character > 0x10ffff) return "invalid Unicode character";
    at += width;
  }
  return undefined;
}
