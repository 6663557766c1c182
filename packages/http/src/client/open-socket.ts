import type { Duplex } from "node:stream";
import type { buildConnector } from "undici";

/** Opens one connection. */
export function openSocket(url: URL, connect: buildConnector.connector): Promise<Duplex> {
  const { protocol, hostname, host } = url;
  const port = url.port === "" ? (protocol === "https:" ? "443" : "80") : url.port;
  return new Promise((resolve, reject) => {
    connect({ protocol, hostname, host, port, servername: "" }, (error, socket) => {
      if (socket === null || socket === undefined) reject(error);
      else resolve(socket);
    });
  });
}
