import type { Duplex } from "node:stream";
import type { BodyShare } from "./body-memory.ts";

/** What is known of the connection of a request. */
export interface HttpConnection {
  /** Of HTTP. */
  readonly version: "1.0" | "1.1" | "2.0";
  /** True for a connection with TLS. */
  readonly isEncrypted: boolean;
  readonly remotePort: number | undefined;
}

/**
 * A request as the server's core sees it: minimal, so that HTTP/1.1, HTTP/2, Node's servers and
 * calls within a process are thin adapters, and the hot path uses no streams.
 */
export interface HttpRequest {
  readonly method: string;
  /** The path and the query as they were sent, still encoded. */
  readonly target: string;
  /** @param name in lower case. Several lines of one header are joined as HTTP defines. */
  header(name: string): string | undefined;
  /** All lines of a header that must not be joined. */
  headerLines(name: string): readonly string[];
  /** In lower case, without duplicates. */
  headerNames(): readonly string[];
  readonly remoteAddress: string;
  /** The connection; computed on each use. @default none, or unknown */
  readonly connection?: HttpConnection;
  /** `host:port` as the client addressed the server. */
  readonly host: string;
  /**
   * The client's certificate chain, DER, its own certificate first; empty without TLS or
   * certificate. Computed on first use.
   */
  peerCertificates(): readonly Buffer[];
  /**
   * Reads the whole body. A body is read once: by this, or by `body`.
   * @param share grows with the received bytes
   * @throws {BodyTooLargeError} beyond the bound; the rest is not read
   * @throws {BodyMemoryError} where the share cannot grow; the rest is not read
   * @throws {ClientGoneError} when the client disconnects
   */
  readBody(maxBytes: number, share?: BodyShare): Promise<Buffer>;
  /** False where no body is announced, and none came. @default unknown */
  readonly hasBody?: boolean;
  /**
   * The body in chunks as they arrive, for one reader. A reader that pauses pauses the client: at
   * most 64 KiB are buffered over HTTP/1.1, and one window over HTTP/2. Ending the iteration early
   * drops the rest. Rejects with `ClientGoneError`.
   */
  readonly body: AsyncIterable<Buffer>;
  /** Aborted when the client is gone, and by `abort`. */
  readonly signal: AbortSignal;
  /** Aborts the signal: the server gives the request up, and may still respond. */
  abort(reason?: unknown): void;
  /**
   * Sends an interim response before the response. It is dropped if the response has started, or if
   * the client does not support it. Source: RFC 9110, section 15.2.
   * @param status 102 to 199
   * @param headers names and values alternate
   */
  inform?(status: number, headers: readonly string[]): void;
  /** The client offers to switch to another protocol; undefined where it does not, or cannot. */
  readonly upgrade?: Upgrade | undefined;
}

/**
 * A request to use the connection, or over HTTP/2 the stream, for another protocol. An extended
 * CONNECT of HTTP/2 appears as the equivalent GET. Source: RFC 9110, section 7.8; RFC 8441.
 */
export interface Upgrade {
  /** In the client's order, as it wrote them. */
  readonly protocols: readonly string[];
  /**
   * The response that accepts: 101 over HTTP/1.1, 200 over HTTP/2. The handler returns it as its
   * own.
   */
  accept(options: AcceptOptions): HttpResponse;
}

/** The options for accepting an offer to switch protocols. */
export interface AcceptOptions {
  /** One of the offered protocols. */
  readonly protocol: string;
  /** Names and values alternate. */
  readonly headers?: readonly string[];
  /** Called after the head was sent. */
  readonly start: (tunnel: Tunnel) => void;
  /** Called instead of `start` when the client is gone. @default nothing is called */
  readonly cancel?: () => void;
}

/** Both directions of a connection after the switch. Ending the writer ends the tunnel. */
export interface Tunnel {
  readonly writer: ResponseWriter;
  /** The bytes from the client; ends when the client ends its side. */
  readonly body: AsyncIterable<Buffer>;
  /**
   * Gives the connection itself away, where the tunnel has one of its own, with what arrived
   * already; writer and body are then not used. The tunnel is over when the connection is closed,
   * which is the new owner's to do. Undefined for a stream of HTTP/2.
   */
  readonly take?: () => Duplex;
}

/** A body is larger than its reader takes. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
  /** The bound that was passed. */
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the body is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The client hung up before its body was whole. */
export class ClientGoneError extends Error {
  override readonly name = "ClientGoneError";
}

/** A response. A body of several buffers is written as one, without copying them together first. */
export interface HttpResponse {
  readonly status: number;
  /**
   * Names and values alternate. The connection adds the length, and the date where there is none.
   */
  readonly headers: readonly string[];
  readonly body: Buffer | readonly Buffer[] | StreamBody;
  /**
   * The headers are those of another server: this one adds none of its own but of the connection.
   * @default false
   */
  readonly isForwarded?: boolean;
  /** The body is sent in the encoding that it has: another server chose it. @default false */
  readonly keepsEncoding?: boolean;
  /** The content as JSON, where the body has another encoding. */
  readonly json?: () => Buffer | readonly Buffer[];
  /** The client accepts no form of the content, which is JSON anyway. @default false */
  readonly isFallback?: boolean;
  /** The delivery of a body in memory. @default at the speed of the client */
  readonly delivery?: Delivery;
}

/** The delivery of a body that is in memory, for a handler that accounts for the memory. */
export interface Delivery {
  /** The time that the client has to read the whole body; then the response is aborted. */
  readonly timeoutMs: number;
  /** Called once when the connection holds the body no more: it was sent, or is not sent. */
  readonly onEnd: () => void;
}

/** A body that is written piece by piece. */
export interface StreamBody {
  /**
   * The length in bytes, if known, for the head; above 0 where the response has a body. A writer
   * that cannot write all of it aborts. @default unknown
   */
  readonly length?: number;
  /** Called after the head was sent. */
  readonly start: (writer: ResponseWriter) => void;
  /**
   * Called instead of `start` when the body is not sent: the client is gone, or the response has no
   * body (HEAD, 204, 304). Exactly one of the two is called.
   */
  readonly cancel?: () => void;
}

/** Writes the body of a stream. */
export interface ResponseWriter {
  /** Identifies the connection, which streams of HTTP/2 share. */
  readonly connection: object;
  /**
   * @returns false when the client is behind; `onDrain` reports when it has caught up. Data may be
   * written nevertheless, and is buffered.
   */
  write(chunk: Buffer): boolean;
  /** Calls back when the client has received all buffered data. */
  onDrain(callback: () => void): void;
  /** Calls back once, when the stream has ended for any reason. */
  onClose(callback: () => void): void;
  /**
   * Ends the body.
   * @param trailers fields behind it, names and values alternate; they are not sent to a client of
   * HTTP/1.0, or behind a body whose length was announced over HTTP/1.1
   */
  end(trailers?: readonly string[]): void;
  /** Ends the stream so that the client sees that the body is not whole. */
  abort(): void;
}

/** True for a body that is written piece by piece. */
export function isStream(body: HttpResponse["body"]): body is StreamBody {
  return "start" in body;
}

/** Notifies the body of a response that it is not sent. */
export function cancelBody({ body, delivery }: HttpResponse): void {
  if (isStream(body)) body.cancel?.();
  else delivery?.onEnd();
}

/** The length of a body that is in memory. */
export function byteLengthOf(body: Buffer | readonly Buffer[]): number {
  if (Buffer.isBuffer(body)) return body.length;
  let length = 0;
  for (const part of body) length += part.length;
  return length;
}

/** Handles a request. An error or a rejection becomes a response: 413, 429, 400 or 500. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
