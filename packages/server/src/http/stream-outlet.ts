import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Outlet } from "./exchange.ts";

/** A chunk as HTTP/1.1 has it: its size, its bytes, and an end. */
export type ChunkFramer = (chunk: Buffer) => Buffer;

/** What goes to many clients goes to them one right after the other: the last chunk is framed once for all of them. */
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

/**
 * An outlet for a response whose head was sent. Chunks go to the socket as they are framed: a response would write each in three
 * parts, and have them copied together for every client.
 */
export class ResponseOutlet implements Outlet {
  readonly #response: ServerResponse;
  readonly #frame: ChunkFramer;
  /** A client of HTTP/1.0 knows no chunks, and a response that waits for the one before it has no socket yet. */
  readonly #direct: Socket | undefined;
  readonly connection: object;

  constructor(response: ServerResponse, frame: ChunkFramer) {
    const { socket } = response;
    this.#response = response;
    this.#frame = frame;
    this.connection = socket ?? response;
    this.#direct = socket !== null && response.chunkedEncoding ? socket : undefined;
  }

  write(chunk: Buffer): boolean {
    if (this.#direct === undefined) return this.#response.write(chunk);
    if (this.#response.destroyed) return false;
    // An empty chunk would be the end of the body.
    return chunk.length === 0 || this.#direct.write(this.#frame(chunk));
  }

  onDrain(callback: () => void): void {
    const direct = this.#direct;
    if (direct === undefined) return void this.#response.on("drain", callback);
    direct.on("drain", callback);
    // The connection may have other requests to come.
    this.#response.once("close", () => direct.off("drain", callback));
  }

  onClose(callback: () => void): void {
    this.#response.once("close", callback);
  }

  end(): void {
    this.#response.end();
  }

  abort(): void {
    this.#response.destroy();
  }
}
