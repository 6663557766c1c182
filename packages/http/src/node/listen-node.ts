import type { Server as HttpServer } from "node:http";
import type { Http2SecureServer, ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { type Clock, systemClock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aPort,
  aString,
  checkArgument,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { Handler } from "../http.ts";
import { nodeHttp, nodeHttp2, nodeHttps } from "../lazy-modules.ts";
import type { Listener } from "../listen/listen.ts";
import { addressOf } from "../listen/listen-address.ts";
import type { ListenOptions } from "../listen/listen-options.ts";
import { closePort, openPort } from "../listen/open-port.ts";
import { createServerNames, type ServerNames } from "../server-names.ts";
import { secureContextOf } from "../tls-options.ts";
import { toNodeListener, toNodeUpgradeListener } from "./node-listener.ts";

type SharedOptions = "port" | "address" | "tls" | "plainBeyondLoopback";
type SharedLimits = "maxHeaderBytes" | "headersTimeoutMs" | "idleTimeoutMs" | "onHandlerError";

/** Options of `listen` that Node's servers have too. */
export interface ListenNodeOptions extends Pick<ListenOptions, SharedOptions | SharedLimits> {
  /** With TLS, supports HTTP/2 as well, without protocol switches. @default true */
  readonly http2?: boolean;
  /** The clock of the grace period of `close`; other times are Node's. @default the system's */
  readonly clock?: Clock;
}

const listenNodeOptions = optionsOf<ListenNodeOptions>({
  http2: optional(aBoolean),
  port: aPort,
  address: optional(aString),
  tls: optional(anObject),
  plainBeyondLoopback: optional(aBoolean),
  maxHeaderBytes: optional(aNonNegativeNumber),
  headersTimeoutMs: optional(aNonNegativeNumber),
  idleTimeoutMs: optional(aNonNegativeNumber),
  onHandlerError: optional(aFunction),
  clock: optional(aClock),
});

/**
 * Opens a port with Node's own servers, for the same handlers and with the same listener as
 * `listen`.
 * @throws {TypeError} for a wrong argument
 */
export async function listenNode(handler: Handler, options: ListenNodeOptions): Promise<Listener> {
  checkArgument("listenNode: handler", handler, aFunction);
  checkArgument("listenNode: options", options, listenNodeOptions);
  const { clock = systemClock } = options;
  const names = options.tls === undefined ? undefined : createServerNames(options.tls);
  const server = serverOf(options, names);
  const open = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  let accepted = 0;
  server.on("connection", (socket: Socket) => {
    accepted++;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("request", toNodeListener(handler, options));
  server.on("upgrade", toNodeUpgradeListener(handler, options));
  await openPort(server, { port: options.port, host: addressOf(options) });
  const bound = server.address() as AddressInfo;
  return {
    port: bound.port,
    address: bound.address,
    get connections() {
      return open.size;
    },
    get accepted() {
      return accepted;
    },
    renew: (tls) => {
      if (!("setSecureContext" in server)) throw new TypeError("this server has no TLS");
      server.setSecureContext(secureContextOf(tls));
      names?.replace(tls);
    },
    close: (graceMs) => {
      const closed = closePort({ server, sockets: open, clock }, graceMs);
      for (const session of sessions) session.close();
      return closed;
    },
  };
}

function serverOf(
  { tls, http2 = true, ...options }: ListenNodeOptions,
  names: ServerNames | undefined,
): HttpServer | Http2SecureServer {
  const { maxHeaderBytes = 65_536, headersTimeoutMs = 32_000, idleTimeoutMs = 180_000 } = options;
  const limits = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    noDelay: true,
  };
  if (tls === undefined) return nodeHttp().createServer(limits);
  const secure = { ...limits, ...secureContextOf(tls), ...(names === undefined ? {} : { SNICallback: names.select }) };
  if (!http2) return nodeHttps().createServer(secure);
  return nodeHttp2().createSecureServer({ ...secure, allowHTTP1: true });
}
