/**
 * Header blocks of SPDY are compressed by zlib, one stream for all blocks of a direction. This
 * encoder stores them uncompressed within that format: a session with a kubelet has five small
 * blocks, and the state of a compressor would cost more memory than all else of a session.
 * Source: RFC 1950, RFC 1951 section 3.2.4.
 */
export interface HeaderBlockEncoder {
  /** Names in lower case. */
  encode(headers: Readonly<Record<string, string>>): Buffer;
}

const zlibHead = Buffer.from([0x78, 0x01]);
/** An empty stored block, which makes decompressors output all pending data. */
const syncMarker = Buffer.from([0, 0, 0, 0xff, 0xff]);

/** Creates the encoder of one direction of a session. */
export function createHeaderBlockEncoder(): HeaderBlockEncoder {
  let isFirst = true;
  return {
    encode: (headers) => {
      const entries = Object.entries(headers);
      const block = Buffer.concat([
        length32(entries.length),
        ...entries.flatMap(([name, value]) => [sized(name), sized(value)]),
      ]);
      if (block.length > 0xffff) throw new RangeError(`a header block has ${block.length} bytes`);
      const stored = Buffer.allocUnsafe(5);
      stored[0] = 0;
      stored.writeUInt16LE(block.length, 1);
      stored.writeUInt16LE(0xffff - block.length, 3);
      const head = isFirst ? [zlibHead] : [];
      isFirst = false;
      return Buffer.concat([...head, stored, block, syncMarker]);
    },
  };
}

function length32(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(length, 0);
  return bytes;
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([length32(bytes.length), bytes]);
}
