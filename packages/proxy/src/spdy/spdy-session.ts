import type { Duplex } from "node:stream";
import { type BufferPool, createBufferPool, JoinedWriter } from "@svc/http";
import { createSpdyReader, encodeControl, encodeData, finFlag, frameTypes, type SpdyFrame } from "./frames.ts";
import { createHeaderBlockEncoder } from "./header-block.ts";

/**
 * The way in which the peer ended a stream: with its last data, by a reset before it accepted the
 * stream, or by a later reset or the end of the connection.
 */
export type StreamEnd = "whole" | "refused" | "broken";

/** Callbacks for the owner of a stream. */
export interface SpdyStreamEvents {
  /** While a promise that it returns is pending, nothing more is read from the connection. */
  readonly onData: (data: Buffer) => void | Promise<void>;
  /** The peer sends no more. Called once. */
  readonly onEnd: (end: StreamEnd) => void;
}

/** One stream of a session. */
export interface SpdyStream {
  /**
   * @param data is copied
   * @returns a promise where the peer is behind; it resolves when more can be written
   */
  write(data: Buffer): void | Promise<void>;
  /** Ends this side of the stream. */
  end(): void;
}

/** The client's side of a SPDY/3.1 session. Peers of this kind do not control the flow of data. */
export interface SpdySession {
  open(headers: Readonly<Record<string, string>>, events: SpdyStreamEvents): SpdyStream;
  close(): void;
}

interface OpenStream extends SpdyStreamEvents {
  /** The peer accepted it. */
  isAccepted: boolean;
  isEnded: boolean;
}

/** Options of a session: how its connection is read and written. */
export interface SpdySessionOptions {
  /** @default a pool of its own */
  readonly bufferPool?: BufferPool;
  /** See `JoinTunnelOptions`. */
  readonly readInto?: (take: (piece: Buffer) => boolean) => void;
}

/** Begins a session on a connection that switched to SPDY/3.1. */
export function createSpdySession(
  socket: Duplex,
  { bufferPool = createBufferPool(), readInto }: SpdySessionOptions = {},
): SpdySession {
  const streams = createOpenStreams();
  const headerBlocks = createHeaderBlockEncoder();
  const send = sender(socket, bufferPool);
  let nextId = 1;

  const take = (frame: SpdyFrame): void | Promise<void> => {
    const { flags, data } = frame;
    const isLast = (flags & finFlag) !== 0;
    if (frame.kind === "data") return streams.takeData(frame.stream, data, isLast);
    const { type } = frame;
    if (type === frameTypes.ping) {
      // The pings of this side would have odd numbers; it sends none.
      const isOther = data.length >= 4 && data.readUInt32BE(0) % 2 === 0;
      // Nothing more is read of a peer that pings but does not read the answers.
      if (isOther) return send(encodeControl(frameTypes.ping, data));
    } else if (type === frameTypes.goAway) streams.endAll();
    else if (data.length >= 4) streams.takeControl(type, data.readUInt32BE(0), isLast);
  };
  receive(socket, {
    take,
    readInto,
    onEnd: () => {
      streams.endAll();
      socket.destroy();
    },
  });

  return {
    open: (headers, events) => {
      const id = nextId;
      nextId += 2;
      streams.add(id, events);
      const head = Buffer.alloc(10);
      head.writeUInt32BE(id, 0);
      void send(encodeControl(frameTypes.synStream, Buffer.concat([head, headerBlocks.encode(headers)])));
      return {
        write: (data) => send(...encodeData(id, data)),
        end: () => void send(...encodeData(id, Buffer.alloc(0), true)),
      };
    },
    close: () => {
      streams.endAll();
      // After what was written in this turn.
      process.nextTick(() => socket.destroy());
    },
  };
}

/** The streams of a session, by their ids. */
interface OpenStreams {
  add(id: number, events: SpdyStreamEvents): void;
  takeData(id: number, data: Buffer, isLast: boolean): void | Promise<void>;
  takeControl(type: number, id: number, isLast: boolean): void;
  endAll(): void;
}

function createOpenStreams(): OpenStreams {
  const streams = new Map<number, OpenStream>();
  const end = (stream: OpenStream | undefined, how: StreamEnd): void => {
    if (stream === undefined || stream.isEnded) return;
    stream.isEnded = true;
    stream.onEnd(how);
  };
  return {
    add: (id, events) => void streams.set(id, { ...events, isAccepted: false, isEnded: false }),
    takeData: (id, data, isLast) => {
      const stream = streams.get(id);
      const pending = stream !== undefined && !stream.isEnded && data.length > 0 ? stream.onData(data) : undefined;
      if (!isLast) return pending;
      if (pending === undefined) end(stream, "whole");
      else return pending.then(() => end(stream, "whole"));
    },
    takeControl: (type, id, isLast) => {
      const stream = streams.get(id);
      if (stream === undefined) return;
      if (type === frameTypes.rstStream) end(stream, stream.isAccepted ? "broken" : "refused");
      else if (type === frameTypes.synReply) {
        stream.isAccepted = true;
        if (isLast) end(stream, "whole");
      }
    },
    endAll: () => {
      for (const stream of streams.values()) end(stream, "broken");
      streams.clear();
    },
  };
}

/** Writes the parts of a frame. The promise, if any, resolves when more can be written. */
type Send = (...parts: readonly Buffer[]) => void | Promise<void>;

function sender(socket: Duplex, bufferPool: BufferPool): Send {
  let waiting: PromiseWithResolvers<void> | undefined;
  const goOn = (): void => {
    waiting?.resolve();
    waiting = undefined;
  };
  // A write for each head would be a packet, and for each frame a turn of the event loop.
  const writer = new JoinedWriter(socket, bufferPool, goOn);
  socket.once("close", goOn);
  return (...parts) => {
    let isFree = true;
    for (const part of parts) isFree = writer.write(part);
    if (isFree) return;
    waiting ??= Promise.withResolvers<void>();
    return waiting.promise;
  };
}

interface Receiver {
  readonly readInto: SpdySessionOptions["readInto"];
  /** While a promise that it returns is pending, it gets no further frame. */
  readonly take: (frame: SpdyFrame) => void | Promise<void>;
  /** Called once, after the last frame: a session ends with its connection, for any reason. */
  readonly onEnd: () => void;
}

/** Reads frames from a connection; it is paused while one is pending. */
function receive(socket: Duplex, { take, readInto, onEnd }: Receiver): void {
  const reader = createSpdyReader();
  let frames: readonly SpdyFrame[] = [];
  let at = 0;
  let isPending = false;
  let isOver = false;
  /** @returns false while a frame is pending */
  const takeAll = (): boolean => {
    while (!isPending) {
      const frame = frames[at++];
      if (frame === undefined) break;
      const pending = take(frame);
      if (pending === undefined) continue;
      isPending = true;
      pending.then(goOn, fail);
    }
    if (isOver && !isPending) onEnd();
    return !isPending;
  };
  const goOn = (): void => {
    isPending = false;
    if (takeAll()) socket.resume();
  };
  const fail = (): void => void socket.destroy();
  const receivePiece = (piece: Buffer): boolean => {
    try {
      const found = reader.read(piece);
      frames = isPending ? [...frames.slice(at), ...found] : found;
      at = 0;
    } catch {
      fail();
      return false;
    }
    return takeAll();
  };
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    takeAll();
  };
  socket.on("data", (piece: Buffer) => {
    if (!receivePiece(piece)) socket.pause();
  });
  readInto?.(receivePiece);
  socket.on("end", finish);
  socket.on("close", finish);
  // An error is followed by a close.
  socket.on("error", () => undefined);
  // It may have closed before, and does not say so again.
  if (socket.destroyed) process.nextTick(finish);
}
