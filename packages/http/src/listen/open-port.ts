import type { ListenOptions as PortOptions, Server, Socket } from "node:net";
import { type Clock, systemClock } from "@svc/base";

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

interface OpenPort {
  readonly server: Server;
  /** The sockets that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** The clock of the grace period. */
  readonly clock: Clock;
}

/** Accepts no new connections, and destroys the sockets that are open after the grace period. */
export async function closePort({ server, sockets, clock }: OpenPort, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  // Without a grace period the sockets are destroyed at once, also where a test holds the clock.
  const timer = (graceMs > 0 ? clock : systemClock).after(graceMs, destroyAll, { keepAlive: true });
  try {
    await closed;
  } finally {
    timer.cancel();
  }
}
