import { request as httpRequest, type IncomingMessage, type ClientRequest as NodeRequest } from "node:http";
import type { Duplex } from "node:stream";
import type { Connector } from "./connect.ts";
import { ConnectionLostError } from "./exchange/connection-lost-error.ts";

/** An offer to another server to switch the connection to another protocol. */
export interface UpgradeRequest {
  readonly method: string;
  readonly url: URL;
  /** Path and query as they are sent; begins with a slash. @default those of `url` */
  readonly path?: string;
  /** Names and values alternate; `Connection` and `Upgrade` are added. */
  readonly headers: readonly string[];
  /** One or more protocols, as the header has them. */
  readonly protocol: string;
  /** Gives the request up while there is no response. */
  readonly signal: AbortSignal;
}

/** The head of a response. */
interface ResponseHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What a server says to an offer. */
export type UpgradeResult =
  | (ResponseHead & {
      readonly kind: "switched";
      /** What the server sent right behind its head is in it. */
      readonly socket: Duplex;
    })
  | (ResponseHead & {
      readonly kind: "refused";
      /** Single-consumer; it must be read, or left early. */
      readonly body: AsyncIterable<Buffer>;
    });

/**
 * Opens a connection of its own and offers to switch its protocol.
 * @throws {ConnectionLostError} where the connection ended before the response
 * Source: RFC 9110 section 7.8.
 */
export async function openUpgrade(request: UpgradeRequest, connect: Connector): Promise<UpgradeResult> {
  const { url, signal } = request;
  signal.throwIfAborted();
  const socket = await connect(url, "http/1.1");
  const leave = (): void => void socket.destroy();
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await offer(request, socket);
  } catch (error) {
    leave();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function offer({ method, url, path, headers, protocol }: UpgradeRequest, socket: Duplex): Promise<UpgradeResult> {
  return new Promise((resolve, reject) => {
    const request: NodeRequest = httpRequest({
      createConnection: () => socket,
      method,
      path: path ?? url.pathname + url.search,
      headers: [...headers, ...lengthOf(method), "Connection", "Upgrade", "Upgrade", protocol],
    });
    request.on("upgrade", (response: IncomingMessage, switched: Duplex, first: Buffer) => {
      if (first.length > 0) switched.unshift(first);
      resolve({ kind: "switched", ...headOf(response), socket: switched });
    });
    request.on("response", (response: IncomingMessage) => {
      resolve({ kind: "refused", ...headOf(response), body: response });
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isLost = error.code === "ECONNRESET" || error.code === "EPIPE";
      reject(isLost ? new ConnectionLostError(error.message, { cause: error }) : error);
    });
    request.end();
  });
}

/** Without a length, an empty body of chunks would follow, which the other protocol would read. */
function lengthOf(method: string): readonly string[] {
  return method === "GET" || method === "HEAD" ? [] : ["Content-Length", "0"];
}

function headOf({ statusCode = 0, rawHeaders }: IncomingMessage): ResponseHead {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push([(rawHeaders[i] ?? "").toLowerCase(), rawHeaders[i + 1] ?? ""]);
  return { status: statusCode, headers };
}
