import type { Duplex } from "node:stream";
import type { Tunnel } from "./http.ts";

/**
 * Passes bytes both ways between a client that switched protocols and the connection to a backend,
 * until one side ends or breaks; each side waits for the other.
 */
export function joinTunnel(tunnel: Tunnel, backend: Duplex): void {
  if (tunnel.take === undefined) joinStream(tunnel, backend);
  else joinConnections(tunnel.take(), backend);
}

function joinConnections(client: Duplex, backend: Duplex): void {
  pass(client, backend);
  pass(backend, client);
  client.on("end", () => backend.end());
  // What the backend sent last still reaches the client.
  backend.on("end", () => destroySoon(client));
  for (const [socket, other] of [
    [client, backend],
    [backend, client],
  ] as const) {
    // An error is followed by a close.
    socket.on("error", () => other.destroy());
    socket.on("close", () => destroySoon(other));
  }
  if (client.destroyed) backend.destroy();
  if (backend.destroyed) client.destroy();
}

/**
 * Passes what arrives, as fast as the other side takes it. Each piece is written by itself: TLS
 * copies pieces that are written together.
 */
function pass(from: Duplex, to: Duplex): void {
  from.on("data", (piece: Buffer) => {
    if (!to.write(piece)) from.pause();
  });
  to.on("drain", () => from.resume());
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

/** Resolves when more can be written to a stream, or never will be. */
export function drained(socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off("drain", done);
      socket.off("close", done);
      resolve();
    };
    socket.on("drain", done);
    socket.on("close", done);
  });
}
