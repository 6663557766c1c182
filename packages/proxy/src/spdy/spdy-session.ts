import type { Duplex } from "node:stream";
import { drained } from "@svc/http";
import { createSpdyReader, encodeControl, encodeData, finFlag, frameTypes, type SpdyFrame } from "./frames.ts";
import { createHeaderBlockEncoder } from "./header-block.ts";

/** Callbacks for the owner of a stream. */
export interface SpdyStreamEvents {
  /** While a promise that it returns is pending, nothing more is read from the connection. */
  readonly onData: (data: Buffer) => void | Promise<void>;
  /**
   * The peer sends no more. Called once.
   * @param isWhole false where the stream was reset or the peer is gone
   */
  readonly onEnd: (isWhole: boolean) => void;
}

/** One stream of a session. */
export interface SpdyStream {
  /** Resolves when more can be written. */
  write(data: Buffer): Promise<void>;
  /** Ends this side of the stream. */
  end(): void;
}

/** The client's side of a SPDY/3.1 session. Peers of this kind do not control the flow of data. */
export interface SpdySession {
  open(headers: Readonly<Record<string, string>>, events: SpdyStreamEvents): SpdyStream;
  close(): void;
}

interface OpenStream extends SpdyStreamEvents {
  isEnded: boolean;
}

/** Begins a session on a connection that switched to SPDY/3.1. */
export function createSpdySession(socket: Duplex): SpdySession {
  const streams = new Map<number, OpenStream>();
  const headerBlocks = createHeaderBlockEncoder();
  let nextId = 1;

  const end = (id: number, isWhole: boolean): void => {
    const stream = streams.get(id);
    if (stream === undefined || stream.isEnded) return;
    stream.isEnded = true;
    stream.onEnd(isWhole);
  };
  const endAll = (): void => {
    for (const id of streams.keys()) end(id, false);
    streams.clear();
  };
  const take = async (frame: SpdyFrame): Promise<void> => {
    if (frame.kind === "data") {
      const { stream: id, data, flags } = frame;
      const stream = streams.get(id);
      if (stream !== undefined && !stream.isEnded && data.length > 0) await stream.onData(data);
      if ((flags & finFlag) !== 0) end(id, true);
      return;
    }
    const { type, flags, data } = frame;
    if (type === frameTypes.ping) {
      // The pings of this side would have odd numbers; it sends none.
      const isOther = data.length >= 4 && data.readUInt32BE(0) % 2 === 0;
      // Nothing more is read of a peer that pings but does not read the answers.
      if (isOther && !socket.write(encodeControl(frameTypes.ping, data)) && !socket.destroyed) await drained(socket);
    } else if (type === frameTypes.rstStream && data.length >= 4) end(data.readUInt32BE(0), false);
    else if (type === frameTypes.goAway) endAll();
    else if (type === frameTypes.synReply && data.length >= 4 && (flags & finFlag) !== 0)
      end(data.readUInt32BE(0), true);
  };
  void receive(socket, take).finally(() => {
    endAll();
    socket.destroy();
  });

  return {
    open: (headers, events) => {
      const id = nextId;
      nextId += 2;
      streams.set(id, { ...events, isEnded: false });
      const head = Buffer.alloc(10);
      head.writeUInt32BE(id, 0);
      socket.write(encodeControl(frameTypes.synStream, Buffer.concat([head, headerBlocks.encode(headers)])));
      const send = (frame: readonly Buffer[]): boolean => {
        let isFree = true;
        for (const part of frame) isFree = socket.write(part);
        return isFree;
      };
      return {
        write: async (data) => {
          if (!socket.destroyed && !send(encodeData(id, data))) await drained(socket);
        },
        end: () => {
          if (!socket.destroyed) send(encodeData(id, Buffer.alloc(0), true));
        },
      };
    },
    close: () => {
      endAll();
      socket.destroy();
    },
  };
}

async function receive(socket: Duplex, take: (frame: SpdyFrame) => Promise<void>): Promise<void> {
  const reader = createSpdyReader();
  try {
    for await (const piece of socket as AsyncIterable<Buffer>)
      for (const frame of reader.read(piece)) await take(frame);
  } catch {
    // A session ends with its connection, for any reason; its streams are notified.
  }
}
