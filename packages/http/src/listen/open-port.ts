import type { ListenOptions as PortOptions, Server, Socket } from "node:net";

/** Starts to listen. Rejects if the port cannot be opened. */
export function openPort(server: Server, options: PortOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Accepts no new connections, and destroys the sockets that are open after the grace period. */
export async function closePort(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, graceMs);
  try {
    await closed;
  } finally {
    clearTimeout(timer);
  }
}
