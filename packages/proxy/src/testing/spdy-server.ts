import type { Duplex } from "node:stream";
import { constants, createInflate } from "node:zlib";
import { createSpdyReader, encodeControl, encodeData, finFlag, frameTypes } from "../spdy/frames.ts";
import { createHeaderBlockEncoder } from "../spdy/header-block.ts";
import { headerDictionary } from "./header-dictionary.ts";

/** A stream that the client of a session opened. */
export interface ServedStream {
  readonly headers: Readonly<Record<string, string>>;
  /** Called for what arrives; `undefined` is the end. */
  onData: (data: Buffer | undefined) => void;
  write(data: Buffer | string): void;
  end(data?: Buffer | string): void;
}

/**
 * The server's side of a SPDY/3.1 session, as kubelets have it. @param onStream called for each
 * stream, in order
 */
export function serveSpdy(socket: Duplex, onStream: (stream: ServedStream) => void): void {
  const reader = createSpdyReader();
  const blocks = createHeaderBlockEncoder();
  const streams = new Map<number, ServedStream>();
  const inflate = createHeaderInflater();
  // Header blocks are inflated one after the other, and frames wait for those before them.
  let order = Promise.resolve();
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    for (const stream of streams.values()) stream.onData(undefined);
  });
  const open = async (data: Buffer, flags: number): Promise<void> => {
    const id = data.readUInt32BE(0);
    const headers = await inflate(data.subarray(10));
    const stream = servedStream(socket, id, headers);
    streams.set(id, stream);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(id, 0);
    socket.write(encodeControl(frameTypes.synReply, Buffer.concat([head, blocks.encode({})])));
    onStream(stream);
    if ((flags & finFlag) !== 0) stream.onData(undefined);
  };
  socket.on("data", (piece: Buffer) => {
    for (const frame of reader.read(piece)) {
      order = order.then(async () => {
        if (frame.kind === "data") {
          const stream = streams.get(frame.stream);
          if (frame.data.length > 0) stream?.onData(frame.data);
          if ((frame.flags & finFlag) !== 0) stream?.onData(undefined);
        } else if (frame.type === frameTypes.synStream) await open(frame.data, frame.flags);
        else if (frame.type === frameTypes.ping) socket.write(encodeControl(frameTypes.ping, frame.data));
      });
    }
  });
}

function servedStream(socket: Duplex, id: number, headers: Readonly<Record<string, string>>): ServedStream {
  const waiting: (Buffer | undefined)[] = [];
  const send = (data: Buffer, isLast: boolean): void => {
    if (socket.destroyed) return;
    for (const part of encodeData(id, data, isLast)) socket.write(part);
  };
  let onData = (data: Buffer | undefined): void => void waiting.push(data);
  return {
    headers,
    get onData() {
      return onData;
    },
    set onData(take) {
      onData = take;
      for (const data of waiting.splice(0)) take(data);
    },
    write: (data) => send(Buffer.from(data), false),
    end: (data = "") => send(Buffer.from(data), true),
  };
}

/** One compressed stream has all header blocks of a direction. */
function createHeaderInflater(): (block: Buffer) => Promise<Readonly<Record<string, string>>> {
  const inflate = createInflate({ dictionary: headerDictionary(), finishFlush: constants.Z_SYNC_FLUSH });
  const pieces: Buffer[] = [];
  inflate.on("data", (piece: Buffer) => pieces.push(piece));
  return async (block) => {
    await new Promise<void>((resolve, reject) => inflate.write(block, (error) => (error ? reject(error) : resolve())));
    await new Promise<void>((resolve) => inflate.flush(constants.Z_SYNC_FLUSH, () => resolve()));
    return headersOf(Buffer.concat(pieces.splice(0)));
  };
}

function headersOf(block: Buffer): Readonly<Record<string, string>> {
  let at = 4;
  const text = (): string => {
    const length = block.readUInt32BE(at);
    const found = block.toString("utf8", at + 4, at + 4 + length);
    at += 4 + length;
    return found;
  };
  const entries: [string, string][] = [];
  for (let left = block.readUInt32BE(0); left > 0; left--) entries.push([text(), text()]);
  return Object.fromEntries(entries);
}
