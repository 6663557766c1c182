import { writable } from "../field-text.ts";

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

const lastChunk = Buffer.from("0\r\n\r\n");

/** The end of a body in chunks. @param trailers names and values alternate */
export function endOfChunks(trailers: readonly string[]): Buffer {
  if (trailers.length === 0) return lastChunk;
  let text = "0\r\n";
  for (let i = 0; i + 1 < trailers.length; i += 2) text += `${trailers[i]}: ${writable(trailers[i + 1] ?? "")}\r\n`;
  return Buffer.from(`${text}\r\n`, "latin1");
}
