import type { Server, Socket } from "node:net";

interface ConnectionLimits {
  readonly maxConnections?: number;
  readonly maxConnectionsPerAddress?: number;
  readonly onConnectionRefused?: () => void;
}

const defaultMaxConnections = 16_384;

/** The connections of a server. */
interface TrackedConnections {
  readonly open: ReadonlySet<Socket>;
  /** The number of connections since the port was opened. */
  readonly accepted: number;
}

/**
 * Tracks the connections of a server. A connection past the limits is closed before anything is
 * read from it.
 */
export function trackConnections(server: Server, limits: ConnectionLimits): TrackedConnections {
  const { maxConnections = defaultMaxConnections } = limits;
  const { maxConnectionsPerAddress = Math.ceil(maxConnections / 2) } = limits;
  const open = new Set<Socket>();
  const byAddress = new Map<string, number>();
  let accepted = 0;
  server.prependListener("connection", (socket: Socket) => {
    accepted++;
    const address = socket.remoteAddress ?? "";
    const count = (byAddress.get(address) ?? 0) + 1;
    if (open.size >= maxConnections || count > maxConnectionsPerAddress) {
      limits.onConnectionRefused?.();
      socket.destroy();
      return;
    }
    open.add(socket);
    byAddress.set(address, count);
    socket.once("close", () => {
      open.delete(socket);
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
  });
  return {
    open,
    get accepted() {
      return accepted;
    },
  };
}
