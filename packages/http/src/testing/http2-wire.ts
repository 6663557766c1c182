import type { TLSSocket } from "node:tls";
import { createManualClock, type ManualClock } from "@svc/base";
import { createBufferPool } from "../buffer-pool.ts";
import { createDeadlines } from "../deadlines.ts";
import type { Handler } from "../http.ts";
import { Http2Connection } from "../http2/connection.ts";
import { errorName } from "../http2/error-name.ts";
import { HeaderDecoder } from "../http2/hpack/decoder.ts";
import type { Http2Options } from "../http2/options.ts";
import { headersTimeoutMs, idleTimeoutMs, lookMs, maxHeaderBytes, settle } from "./http1-wire.ts";
import { endStream, frames, preface } from "./http2-frames.ts";
import { ServerEnd } from "./server-end.ts";

export const maxStreams = 10;
export const writeTimeoutMs = 60_000;

/** A frame that the server sent. */
export interface Heard {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** A connection in memory, from the side of the client. */
export interface Wire {
  readonly clock: ManualClock;
  readonly connection: Http2Connection;
  send(...bytes: readonly Buffer[]): void;
  /** The frames since the last call. */
  take(): Promise<readonly Heard[]>;
  /** The frames since the last call, with their texts. */
  receive(): Promise<readonly (Heard & { readonly text: string })[]>;
  /** The texts of the frames since the last call, without dates and the server's greeting. */
  hear(): Promise<readonly string[]>;
  end(): void;
  breakOff(): void;
  readonly reads: { stop(): void; go(): void };
  readonly state: "open" | "ended" | "closed";
}

/** Opens a connection to a handler. @param greeting the client's first bytes */
export function openWire(
  handler: Handler,
  greeting: readonly Buffer[] = [preface, frames.settings()],
  more: Partial<Http2Options> = {},
): Wire {
  const clock = createManualClock();
  const sent = new ServerEnd();
  const connection = new Http2Connection(sent as unknown as TLSSocket, {
    handler,
    onHandlerError: (error) => {
      throw error;
    },
    certificatesOf: () => [],
    date: () => "now",
    clock,
    bufferPool: createBufferPool(),
    writeTimeout: { deadlines: createDeadlines(clock, lookMs), writeTimeoutMs },
    deadlines: createDeadlines(clock, lookMs),
    maxHeaderBytes,
    headersTimeoutMs,
    idleTimeoutMs,
    maxStreams,
    ...more,
  });
  const send = (...bytes: readonly Buffer[]): void => {
    if (bytes.length > 0) sent.push(Buffer.concat(bytes));
  };
  send(...greeting);
  const decoder = new HeaderDecoder();
  let received = 0;
  const take = async (): Promise<readonly Heard[]> => {
    await settle();
    const fresh = framesOf(Buffer.from(sent.written.slice(received), "latin1"));
    received = sent.written.length;
    return fresh;
  };
  return {
    clock,
    connection,
    send,
    take,
    receive: async () => (await take()).map((received) => ({ ...received, text: textOf(received, decoder) })),
    hear: async () =>
      (await take()).filter((received) => !isGreeting(received)).map((received) => textOf(received, decoder)),
    end: () => void sent.push(null),
    breakOff: () => void sent.destroy(new Error("reset")),
    reads: { stop: () => sent.hold(), go: () => sent.release() },
    get state() {
      return sent.destroyed ? "closed" : sent.writableEnded ? "ended" : "open";
    },
  };
}

function framesOf(bytes: Buffer): readonly Heard[] {
  const received: Heard[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    const [type = 0, flags = 0] = bytes.subarray(at + 3, at + 5);
    received.push({ type, flags, stream: bytes.readUInt32BE(at + 5), payload: bytes.subarray(at + 9, end) });
    at = end;
  }
  return received;
}

/** Its settings, that it took ours, and how large its window is. */
function isGreeting({ type, stream }: Heard): boolean {
  return type === 4 || (type === 8 && stream === 0);
}

function textOf({ type, flags, stream, payload }: Heard, decoder: HeaderDecoder): string {
  const end = (flags & endStream) === 0 ? "" : " END";
  if (type === 0) return `DATA ${stream} ${payload.toString("latin1")}${end}`;
  if (type === 1) return `HEADERS ${stream} ${linesOf(payload, decoder)}${end}`;
  if (type === 3) return `RESET ${stream} ${errorName(payload.readUInt32BE())}`;
  if (type === 6) return `PING ${flags} ${payload.toString("latin1")}`;
  if (type === 7) return `GOAWAY ${payload.readUInt32BE()} ${errorName(payload.readUInt32BE(4))}`;
  return `${type} ${stream}`;
}

function linesOf(block: Buffer, decoder: HeaderDecoder): string {
  const { lines } = decoder.decode(block, { maxBytes: 1_000_000, maxLines: 1_000 });
  const pairs = Array.from({ length: lines.length / 2 }, (_, i) => `${lines[2 * i]}=${lines[2 * i + 1]}`);
  return pairs.filter((pair) => pair !== "date=now").join(" ");
}
