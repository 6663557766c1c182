import { createServer, type Server } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { quote } from "@svc/base";
import { StartupError } from "@svc/program";

/** The state of the process: it is ready while it waits for leadership, or leads. */
export type ProcessState = "starting" | "waiting to lead" | "leading";

/** The health endpoint of the process. */
export interface Health {
  /** Its address as `http://ip:port`; undefined when it is not served. */
  readonly url: string | undefined;
  close(): void;
}

/**
 * Serves the health of the process over HTTP. `/healthz` and `/livez` answer 200 while it runs;
 * `/readyz` answers 503 while it starts, and 200 once it leads or waits for leadership.
 * @param address `ip:port`, or `0` for no endpoint
 * @throws {StartupError} for an invalid address, or one that cannot be opened
 */
export async function serveHealth(address: string, state: () => ProcessState): Promise<Health> {
  if (address === "0") return { url: undefined, close: () => undefined };
  const listenAddress = parseAddress(address);
  const { host } = listenAddress;
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const isRead = request.method === "GET" || request.method === "HEAD";
    const [status, text] = isRead ? responseTo(path, state()) : [405, "method not allowed"];
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

function responseTo(path: string, state: ProcessState): [number, string] {
  switch (path) {
    case "/healthz":
    case "/livez":
      return [200, "ok"];
    case "/readyz":
      return state === "starting" ? [503, state] : [200, "ok"];
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
    throw new StartupError(`--healthz-bind-address must be ip:port, or 0, not ${quote(address)}`);
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
