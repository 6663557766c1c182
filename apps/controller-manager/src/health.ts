import { createServer, type Server } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { StartupError } from "./startup-error.ts";

/** The state of the program: it is ready while it waits for leadership, or leads. */
export type Stage = "starting" | "waiting to lead" | "leading";

export interface Health {
  /** Undefined when it is not served. */
  readonly url: string | undefined;
  close(): void;
}

/**
 * Tells over HTTP how the program is: `/healthz` and `/livez` whether it lives, `/readyz` whether
 * it has begun its work or waits for it.
 */
export async function serveHealth(address: string, stage: () => Stage): Promise<Health> {
  if (address === "0") return { url: undefined, close: () => undefined };
  const listenAddress = parseAddress(address);
  const { host } = listenAddress;
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const isRead = request.method === "GET" || request.method === "HEAD";
    const [status, text] = isRead ? answerTo(path, stage()) : [405, "method not allowed"];
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
    response.end(request.method === "HEAD" ? "" : text);
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 100;
  await listen(server, listenAddress);
  const { port: bound } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`, close };
}

function answerTo(path: string, stage: Stage): [number, string] {
  switch (path) {
    case "/healthz":
    case "/livez":
      return [200, "ok"];
    case "/readyz":
      return stage === "starting" ? [503, stage] : [200, "ok"];
    default:
      return [404, "not found"];
  }
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** As the flag gives it. */
  readonly text: string;
}

function parseAddress(address: string): ListenAddress {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain ?? "";
  const port = Number(digits);
  if (isIP(host) === 0 || port > 65_535)
    throw new StartupError(`--healthz-bind-address must be ip:port, or 0, not ${JSON.stringify(address)}`);
  return { host, port, text: address };
}

function listen(server: Server, { host, port, text }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "is in use" : `cannot be opened: ${cause.message}`;
      reject(new StartupError(`--healthz-bind-address: ${text} ${why}; choose another, or 0 for none`, { cause }));
    });
    server.listen(port, host, resolve);
  });
}
