import type { Socket } from "node:net";
import type { ResponseWriter } from "../http.ts";
import { type ChunkFramer, endOfChunks } from "./chunk-framer.ts";

/** The writer of a response whose head was written. */
export class StreamWriter implements ResponseWriter {
  readonly connection: Socket;
  /** HTTP/1.0 clients do not support chunks: the end of the connection ends the body. */
  readonly #frame: ChunkFramer | undefined;
  readonly #onEnd: () => void;
  readonly #onDrain: (() => void)[] = [];
  #onClose: (() => void)[] = [];
  #open = true;

  /** @param onEnd called when the end of the body was written */
  constructor(socket: Socket, frame: ChunkFramer | undefined, onEnd: () => void) {
    this.connection = socket;
    this.#frame = frame;
    this.#onEnd = onEnd;
  }

  write(chunk: Buffer): boolean {
    if (!this.#open) return false;
    // An empty chunk would be the end of the body.
    if (chunk.length === 0) return true;
    return this.connection.write(this.#frame === undefined ? chunk : this.#frame(chunk));
  }

  onDrain(callback: () => void): void {
    if (!this.#open) return;
    this.#onDrain.push(callback);
    this.connection.on("drain", callback);
  }

  onClose(callback: () => void): void {
    this.#onClose.push(callback);
  }

  end(trailers: readonly string[] = []): void {
    if (!this.#open) return;
    this.#open = false;
    // A connection error closes it and is reported there.
    this.connection.write(this.#frame === undefined ? "" : endOfChunks(trailers), (error) => {
      if (error) return;
      this.close();
      this.#onEnd();
    });
  }

  abort(): void {
    // Behind a whole body, the connection belongs to the next request.
    if (this.#open) this.connection.destroy();
  }

  /** No more output: the body or the connection has ended. */
  close(): void {
    this.#open = false;
    // The connection may have further requests.
    for (const callback of this.#onDrain) this.connection.off("drain", callback);
    const callbacks = this.#onClose;
    this.#onClose = [];
    for (const callback of callbacks) callback();
  }
}
