import type { TransportResponse } from "../transport/transport.ts";

/** Reads the whole body. @throws {Error} when it exceeds the bound */
export async function readBody({ body }: TransportResponse, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the server's response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

const newline = 0x0a;

/**
 * Yields the lines of a body as they arrive, without line ends.
 * @throws {Error} when one exceeds the bound
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
  // Text after the last newline may be truncated; the caller's parser decides.
  const rest = Buffer.concat(pending).toString("utf8");
  if (rest.trim() !== "") yield rest;
}
