/** A chunk as HTTP/1.1 has it: its size, its bytes, and an end. */
export type ChunkFramer = (chunk: Buffer) => Buffer;

/** Data for many clients is written in sequence: the last chunk is framed once for all of them. */
export function createChunkFramer(): ChunkFramer {
  let last: Buffer | undefined;
  let framed = Buffer.alloc(0);
  return (chunk) => {
    if (chunk !== last) {
      last = chunk;
      framed = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, lineEnd]);
    }
    return framed;
  };
}

const lineEnd = Buffer.from("\r\n");

/** The end of a body in chunks. */
export const lastChunk: Buffer = Buffer.from("0\r\n\r\n");
