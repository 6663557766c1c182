import { CompressionError, type HeaderDecoder, type HeaderLimits } from "../http2/hpack/decoder.ts";

/** Enough for whatever is no matter of limits. */
export const noLimits: HeaderLimits = { maxBytes: 1 << 20, maxLines: 10_000 };

/** From hexadecimal digits, which may be set apart. */
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

/**
 * All entries of a decoder's dynamic table, the newest first: requested by number until one is
 * rejected, which ends the decoder.
 */
export function tableOf(decoder: HeaderDecoder): readonly string[] {
  const lines: string[] = [];
  for (let index = 62; ; index++) {
    const block =
      index < 127 ? Buffer.of(0x80 | index) : Buffer.of(0xff, ((index - 127) & 0x7f) | 0x80, (index - 127) >> 7);
    try {
      lines.push(...decoder.decode(block, noLimits).lines);
    } catch (error) {
      if (error instanceof CompressionError) return lines;
      throw error;
    }
  }
}

/** The size of lines as SETTINGS_MAX_HEADER_LIST_SIZE counts it. */
export function sizeOf(lines: readonly string[]): number {
  return lines.join("").length + 16 * lines.length;
}
