import type { Readable } from "node:stream";
import { BodyTooLargeError, ClientGoneError } from "./exchange.ts";

/** How much of a refused body is let flow away before its connection is broken off. */
const maxDrainedBytes = 16 * 1024 * 1024;

/**
 * Reads a stream into one buffer. Past the bound nothing more is kept; what follows is let flow away for a while, so that the
 * client, which is still sending, can read its answer.
 * @param declared the length that the client announced
 */
export function readAll(stream: Readable, declared: number | undefined, maxBytes: number): Promise<Buffer> {
  if (declared !== undefined && declared > maxBytes) {
    drain(stream);
    return Promise.reject(new BodyTooLargeError());
  }
  // Where no body was announced, nothing will be told of its end.
  if (stream.readableEnded) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      stream.off("data", take);
      drain(stream);
      reject(new BodyTooLargeError());
    };
    const done = (): void => {
      if (length > maxBytes) return;
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length));
    };
    const gone = (error?: Error): void => {
      // Every stream closes; to make an error, and to take listeners off, costs more than to look.
      if (!stream.readableEnded || error !== undefined)
        reject(new ClientGoneError("the client hung up before its body was whole", { cause: error }));
    };
    stream.on("data", take);
    stream.on("end", done);
    stream.on("error", gone);
    stream.on("close", gone);
  });
}

function drain(stream: Readable): void {
  let drained = 0;
  stream.on("error", () => stream.destroy());
  stream.on("data", (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > maxDrainedBytes) stream.destroy();
  });
}

/** The value of a content-length header. */
export function declaredLength(value: string | undefined): number | undefined {
  return value === undefined || !/^\d{1,15}$/.test(value) ? undefined : Number(value);
}
