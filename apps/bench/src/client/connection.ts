import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type ReceivedResponse, ResponseReader } from "./response-reader.ts";
import type { Target } from "./target.ts";

/** A connection that is kept alive and has at most one request under way. */
export interface Connection {
  /** Sends a request, head and body, and calls back when its answer is there. */
  send(request: Buffer, done: (response: ReceivedResponse) => void): void;
  close(): void;
}

interface ConnectionOptions {
  /** The bytes of each body that its response contains. @default 0 */
  readonly keepBytes?: number;
  readonly onHead?: (status: number) => void;
  /** Called with every piece of a body, for responses that do not end. */
  readonly onBody?: (piece: Buffer) => void;
  /** Called when the connection ends by whatever but `close`. */
  readonly onLost: (error: Error) => void;
}

/**
 * Opens a connection of HTTP/1.1. The server's certificate is taken as it is: figures are measured
 * here, no secrets sent.
 */
export async function openConnection(target: Target, options: ConnectionOptions): Promise<Connection> {
  const { keepBytes = 0, onHead, onBody, onLost } = options;
  const socket = await openSocket(target, "http/1.1");
  let waiting: ((response: ReceivedResponse) => void) | undefined;
  let closed = false;
  const reader = new ResponseReader({
    keepBytes,
    ...(onHead === undefined ? {} : { onHead }),
    ...(onBody === undefined ? {} : { onBody }),
    onResponse: (response) => {
      const done = waiting;
      waiting = undefined;
      done?.(response);
    },
  });
  const lost = (error: Error): void => {
    if (closed) return;
    closed = true;
    onLost(error);
  };
  socket.on("data", (piece: Buffer) => reader.push(piece));
  socket.on("error", lost);
  socket.on("close", () => lost(new Error("the server closed a connection")));
  return {
    send: (request, done) => {
      if (waiting !== undefined) throw new TypeError("a request is under way");
      waiting = done;
      socket.write(request);
    },
    close: () => {
      closed = true;
      socket.destroy();
    },
  };
}

/** A socket that is connected, TLS done. */
export function openSocket({ url, certificate, key }: Target, protocol: "http/1.1" | "h2"): Promise<Socket> {
  const { protocol: scheme, hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const secure = scheme === "https:";
    const socket = secure
      ? connectTls({
          host,
          port: Number(port),
          rejectUnauthorized: false,
          ALPNProtocols: [protocol],
          ...(certificate === undefined ? {} : { cert: certificate }),
          ...(key === undefined ? {} : { key }),
        })
      : connectTcp({ host, port: Number(port) });
    socket.setNoDelay(true);
    socket.once("error", reject);
    socket.once(secure ? "secureConnect" : "connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}
