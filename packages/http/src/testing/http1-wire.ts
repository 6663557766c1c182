import type { TLSSocket } from "node:tls";
import { createManualClock, type ManualClock } from "@svc/base";
import { createBufferPool } from "../buffer-pool.ts";
import { createDeadlines } from "../deadlines.ts";
import type { Handler } from "../http.ts";
import { createChunkFramer } from "../http1/chunk-framer.ts";
import { Http1Connection } from "../http1/connection.ts";
import { createBodyWriter } from "../write-body.ts";
import { WriteTurns } from "../write-turns.ts";
import { ServerEnd } from "./server-end.ts";

export const maxHeaderBytes = 8_192;
export const headersTimeoutMs = 32_000;
export const idleTimeoutMs = 180_000;
const writeTimeoutMs = 60_000;
/** Deadlines are looked at so often. */
export const lookMs = 1_000;

/** A connection in memory, from the side of the client. */
export interface Wire {
  readonly clock: ManualClock;
  readonly connection: Http1Connection;
  /** All received bytes, each as a character. */
  received(): string;
  /** The bytes received since the last call. */
  hear(): Promise<string>;
  send(text: string): void;
  /** Ends the client's side. */
  end(): void;
  /** Closes the connection abruptly. */
  breakOff(): void;
  /** Reads no more, until it does again. */
  readonly reads: { stop(): void; go(): void };
  readonly isPaused: boolean;
  /** Whether the server has ended its side, or the connection is closed. */
  readonly state: "open" | "ended" | "closed";
}

/** Waits until all pending callbacks have run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Opens a connection to a handler. */
export function openWire(handler: Handler): Wire {
  const clock = createManualClock();
  const deadlines = createDeadlines<Http1Connection>(clock, lookMs);
  const sent = new ServerEnd();
  const connection = new Http1Connection(sent as unknown as TLSSocket, {
    handler,
    onHandlerError: (error) => {
      throw error;
    },
    certificatesOf: () => [],
    writeBody: createBodyWriter({
      bufferPool: createBufferPool(),
      deadlines: createDeadlines(clock, lookMs),
      writeTimeoutMs,
      turns: new WriteTurns({ clock }),
    }),
    frameChunk: createChunkFramer(),
    date: () => "now",
    deadlines,
    maxHeaderBytes,
    headersTimeoutMs,
    idleTimeoutMs,
  });
  let received = 0;
  return {
    clock,
    connection,
    received: () => sent.written,
    hear: async () => {
      await settle();
      const before = received;
      received = sent.written.length;
      return sent.written.slice(before);
    },
    send: (text) => void sent.push(Buffer.from(text, "latin1")),
    end: () => void sent.push(null),
    breakOff: () => void sent.destroy(new Error("reset")),
    reads: { stop: () => sent.hold(), go: () => sent.release() },
    get isPaused() {
      return sent.isPaused();
    },
    get state() {
      return sent.destroyed ? "closed" : sent.writableEnded ? "ended" : "open";
    },
  };
}
