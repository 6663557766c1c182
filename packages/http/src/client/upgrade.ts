import type { IncomingMessage, ClientRequest as NodeRequest } from "node:http";
import type { OnReadOpts, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { BufferPool } from "../buffer-pool.ts";
import { nodeHttp } from "../lazy-modules.ts";
import type { Connector } from "./connect.ts";
import { ConnectionLostError } from "./exchange/connection-lost-error.ts";
import { MalformedResponseError } from "./exchange/malformed-response-error.ts";
import { headProblem } from "./http1/response-head.ts";

/** An offer to another server to switch the connection to another protocol. */
export interface UpgradeRequest {
  readonly method: string;
  readonly url: URL;
  /** Path and query as sent; begins with a slash. @default those of `url` */
  readonly path?: string;
  /** Names and values alternate; `Connection` and `Upgrade` are added. */
  readonly headers: readonly string[];
  /** One or more protocols, as the header has them. */
  readonly protocol: string;
  /** Aborts the request while there is no response. */
  readonly signal: AbortSignal;
}

/** The head of a response. */
interface ResponseHead {
  readonly status: number;
  /** Names in lower case; where the protocol is switched, also as they were sent. */
  readonly headers: readonly (readonly [name: string, value: string, sent?: string])[];
}

/** The maximum size of a response's head, as for other requests. */
const maxHeadBytes = 256 * 1024;

/** A server's response to an upgrade request. */
export type UpgradeResult =
  | (ResponseHead & {
      readonly kind: "switched";
      /** Starts with the bytes that the server sent directly after its head. */
      readonly socket: Duplex;
      /** See `JoinTunnelOptions`. */
      readonly readInto: (take: (piece: Buffer) => boolean) => void;
      readonly bufferPool: BufferPool;
    })
  | RefusedUpgrade;

/** A response to an offer after which the protocol stays. */
export type RefusedUpgrade = ResponseHead & {
  readonly kind: "refused";
  /** Single-consumer; it must be read, or the iteration ended early. */
  readonly body: AsyncIterable<Buffer>;
};

/**
 * Opens a connection of its own and offers to switch its protocol.
 * @throws {ConnectionLostError} where the connection ended before the response
 * @throws {MalformedResponseError}
 * Source: RFC 9110 section 7.8.
 */
export async function openUpgrade(
  request: UpgradeRequest,
  connect: Connector,
  bufferPool: BufferPool,
): Promise<UpgradeResult> {
  const { url, signal } = request;
  signal.throwIfAborted();
  const reading = readingOf(bufferPool);
  const socket = await connect(url, "http/1.1", reading.read);
  const leave = (): void => void socket.destroy();
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    const result = await offer(request, socket);
    const { readInto } = reading;
    return result.kind === "switched" ? { ...result, readInto, bufferPool } : result;
  } catch (error) {
    leave();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

interface Reading {
  readonly read: OnReadOpts;
  readonly readInto: (take: (piece: Buffer) => boolean) => void;
}

/**
 * All connections are read into the same buffer, since Node would allocate one for each read. Bytes
 * that are not consumed immediately are copied.
 */
function readingOf({ shared }: BufferPool): Reading {
  let take: ((piece: Buffer) => boolean) | undefined;
  const read: OnReadOpts = {
    buffer: shared,
    callback(this: Socket, length: number) {
      const piece = shared.subarray(0, length);
      return take !== undefined && this.readableLength === 0 ? take(piece) : this.push(Buffer.from(piece));
    },
  };
  return {
    read,
    readInto: (consumer) => {
      take = consumer;
    },
  };
}

type Offered = (ResponseHead & { readonly kind: "switched"; readonly socket: Duplex }) | RefusedUpgrade;

function offer({ method, url, path, headers, protocol }: UpgradeRequest, socket: Duplex): Promise<Offered> {
  return new Promise((resolve, reject) => {
    const request: NodeRequest = nodeHttp().request({
      createConnection: () => socket,
      method,
      maxHeaderSize: maxHeadBytes,
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
    request.on("error", (error: ParserError) => reject(offerError(error)));
    request.end();
  });
}

interface ParserError extends NodeJS.ErrnoException {
  /** The received bytes that are no response. */
  readonly rawPacket?: Buffer;
}

function offerError(error: ParserError): Error {
  const { code, message, rawPacket } = error;
  if (code === "HPE_HEADER_OVERFLOW")
    return new MalformedResponseError(`the head of the response has more than ${maxHeadBytes} bytes`, { cause: error });
  if (rawPacket !== undefined) return new MalformedResponseError(headProblem(rawPacket), { cause: error });
  return code === "ECONNRESET" || code === "EPIPE" ? new ConnectionLostError(message, { cause: error }) : error;
}

/** Without a length, an empty body of chunks would follow, which the other protocol would read. */
function lengthOf(method: string): readonly string[] {
  return method === "GET" || method === "HEAD" ? [] : ["Content-Length", "0"];
}

function headOf({ statusCode = 0, rawHeaders }: IncomingMessage): ResponseHead {
  const headers: [string, string, string?][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] ?? "";
    const pair = [sent.toLowerCase(), rawHeaders[i + 1] ?? ""] as const;
    headers.push(statusCode === 101 ? [...pair, sent] : [...pair]);
  }
  return { status: statusCode, headers };
}
