import type { Duplex } from "node:stream";
import type { Tunnel } from "./http.ts";

/**
 * Passes bytes both ways between a client that switched protocols and the connection to a backend,
 * until one side ends or breaks; each side waits for the other.
 */
export function joinTunnel({ writer, body }: Tunnel, socket: Duplex): void {
  socket.on("error", () => writer.abort());
  socket.on("data", (piece: Buffer) => {
    if (!writer.write(piece)) socket.pause();
  });
  socket.on("end", () => writer.end());
  writer.onDrain(() => socket.resume());
  writer.onClose(() => socket.destroy());
  void pass(body, socket);
}

async function pass(body: AsyncIterable<Buffer>, socket: Duplex): Promise<void> {
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
