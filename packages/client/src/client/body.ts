import type { TransportResponse } from "../transport/transport.ts";

/** The whole body. @throws {Error} when it is larger than the bound */
export async function readBody({ body }: TransportResponse, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the server's answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

const newline = 0x0a;

/**
 * The lines of a body as they come, without their ends.
 * @throws {Error} when one is longer than the bound
 */
export async function* readLines(
  { body }: TransportResponse,
  maxLineBytes: number,
): AsyncGenerator<string, void, void> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      pending.push(chunk.subarray(start, end));
      const line = Buffer.concat(pending).toString("utf8");
      pending = [];
      pendingBytes = 0;
      start = end + 1;
      if (line.trim() !== "") yield line;
    }
    if (start === chunk.length) continue;
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    if (pendingBytes > maxLineBytes) throw new Error(`an event of the watch is larger than ${maxLineBytes} bytes`);
  }
  // What comes after the last newline was cut off, unless it is whole: the reader finds out.
  const rest = Buffer.concat(pending).toString("utf8");
  if (rest.trim() !== "") yield rest;
}
