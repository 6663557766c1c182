import type { BodyShare } from "./body-memory.ts";

/**
 * A request and its answer, as the server's core knows them: as little as it needs, so that HTTP/1.1, HTTP/2 and calls within a
 * process are adapters at the options, and the hot path touches no stream.
 */
export interface HttpRequest {
  readonly method: string;
  /** As it was sent: the path and the query, still encoded. */
  readonly target: string;
  /** @param name in lower case. Several lines of one header are joined as HTTP says. */
  header(name: string): string | undefined;
  /** All lines of a header, for those that must not be joined. */
  headerLines(name: string): readonly string[];
  /** In lower case, each once. */
  headerNames(): readonly string[];
  readonly remoteAddress: string;
  /** `https://host:port` as the client addressed it, for what must name the server. */
  readonly host: string;
  /** The certificate chain of the client, DER, its own first; empty without TLS or certificate. Read when first asked for. */
  peerCertificates(): readonly Buffer[];
  /**
   * The whole body. It can be read once.
   * @param share grows with the bytes that come
   * @throws {BodyTooLargeError} past the bound; the rest is not read
   * @throws {BodyMemoryError} where the share cannot grow; the rest is not read
   * @throws {ClientGoneError} when the client hangs up
   */
  readBody(maxBytes: number, share?: BodyShare): Promise<Buffer>;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
  /** The bound that was passed. */
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the body is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export class ClientGoneError extends Error {
  override readonly name = "ClientGoneError";
}

/** What the server says. A body of several buffers is written as one, without copying them together first. */
export interface HttpResponse {
  readonly status: number;
  /** Names and values by turns. The length and the date are added by the options. */
  readonly headers: readonly string[];
  readonly body: Buffer | readonly Buffer[] | StreamBody;
  /** What the body says, as JSON, where it is written in another form. */
  readonly json?: () => Buffer | readonly Buffer[];
}

/** A body without a known end. */
export interface StreamBody {
  /** Called once the head was sent. */
  readonly start: (writer: ResponseWriter) => void;
}

/** Where a stream's bytes go. */
export interface ResponseWriter {
  /** What it shares with other outlets, if it does. */
  readonly connection: object;
  /** @returns whether it takes more; if not, `onDrain` tells when. What is written nevertheless waits too. */
  write(chunk: Buffer): boolean;
  /** Calls back when the client has taken all that waited. */
  onDrain(callback: () => void): void;
  /** Calls back once, when the connection is gone for whatever reason. */
  onClose(callback: () => void): void;
  /** The end of the body. */
  end(): void;
  /** Breaks the connection off: the client sees that the body is not whole. */
  abort(): void;
}

export function isStream(body: HttpResponse["body"]): body is StreamBody {
  return "start" in body;
}

export function byteLengthOf(body: Buffer | readonly Buffer[]): number {
  if (Buffer.isBuffer(body)) return body.length;
  let length = 0;
  for (const part of body) length += part.length;
  return length;
}

/** Answers a request. It never throws: what goes wrong inside is an answer too. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
