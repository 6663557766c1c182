import type { Duplex } from "node:stream";
import { type Clock, systemClock } from "@svc/base";
import { type BufferPool, createBufferPool } from "./buffer-pool.ts";
import { drained } from "./drained.ts";
import type { Tunnel } from "./http.ts";
import { JoinedWriter } from "./joined-writer.ts";

/** Options of a tunnel to a backend. */
export interface JoinTunnelOptions {
  /** @default a pool of its own */
  readonly bufferPool?: BufferPool;
  /**
   * Lets a function have what the backend sends, in a buffer that is used again when the function
   * returns; it returns false where it takes no more until the connection is resumed. What the
   * connection holds already still comes as its data. @default all comes as its data
   */
  readonly readInto?: (take: (piece: Buffer) => boolean) => void;
  /** Times how long a side that is left may take. @default the system's */
  readonly clock?: Pick<Clock, "after">;
}

/**
 * The time that a side has to read the bytes that the other side sent before it closed. Then it is
 * closed too, so that a backend that does not read cannot keep the connections of clients that
 * left.
 */
const leftSideMs = 30_000;

/**
 * Passes bytes both ways between a client that switched protocols and the connection to a backend,
 * until one side ends or breaks; each side waits for the other.
 */
export function joinTunnel(tunnel: Tunnel, backend: Duplex, options: JoinTunnelOptions = {}): void {
  if (tunnel.take === undefined) joinStream(tunnel, backend);
  else joinConnections(tunnel.take(), backend, options);
}

function joinConnections(
  client: Duplex,
  backend: Duplex,
  { bufferPool = createBufferPool(), readInto, clock = systemClock }: JoinTunnelOptions,
): void {
  const toBackend = new JoinedWriter(backend, bufferPool, () => client.resume());
  const toClient = new JoinedWriter(client, bufferPool, () => backend.resume());
  client.on("data", (piece: Buffer) => {
    if (!toBackend.write(piece)) client.pause();
  });
  backend.on("data", (piece: Buffer) => {
    if (!toClient.write(piece)) backend.pause();
  });
  readInto?.((piece) => toClient.write(piece));
  client.on("end", () => toBackend.end(() => backend.end()));
  // What the backend sent last still reaches the client.
  backend.on("end", () => toClient.end(() => destroySoon(client)));
  for (const [socket, other] of [
    [client, backend],
    [backend, client],
  ] as const) {
    // An error is followed by a close.
    socket.on("error", () => other.destroy());
    const written = other === client ? toClient : toBackend;
    socket.on("close", () => {
      if (other.destroyed) return;
      const deadline = clock.after(leftSideMs, () => other.destroy());
      other.once("close", () => deadline.cancel());
      written.end(() => destroySoon(other));
    });
  }
  if (client.destroyed) backend.destroy();
  if (backend.destroyed) client.destroy();
}

/** Closes a connection when what waits for it is written. */
function destroySoon(socket: Duplex): void {
  if (socket.destroyed) return;
  if (socket.writableFinished) socket.destroy();
  else {
    socket.once("finish", () => socket.destroy());
    socket.end();
  }
}

function joinStream({ writer, body }: Tunnel, socket: Duplex): void {
  socket.on("error", () => writer.abort());
  socket.on("data", (piece: Buffer) => {
    if (!writer.write(piece)) socket.pause();
  });
  socket.on("end", () => writer.end());
  writer.onDrain(() => socket.resume());
  writer.onClose(() => socket.destroy());
  // It may have closed before, and does not say so again.
  if (socket.destroyed) writer.abort();
  void passBody(body, socket);
}

async function passBody(body: AsyncIterable<Buffer>, socket: Duplex): Promise<void> {
  try {
    for await (const piece of body) {
      if (socket.destroyed) return;
      if (!socket.write(piece)) await drained(socket);
    }
    socket.end();
  } catch {
    // The client is gone, and so is its side of the tunnel.
    socket.destroy();
  }
}
