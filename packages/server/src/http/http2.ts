import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { TLSSocket } from "node:tls";
import { declaredLength, readAll } from "./body.ts";
import { type Answer, byteLengthOf, type HttpRequest, isStream, type Outlet } from "./exchange.ts";
import type { Edge, PeerCertificates } from "./peer.ts";
import type { BodyWriter } from "./write-body.ts";

/** Serves one stream of a connection that speaks HTTP/2. */
export function serveHttp2(
  { handler, certificatesOf, writeBody }: Edge,
  stream: ServerHttp2Stream,
  head: Http2Head,
): void {
  const { headers } = head;
  // A stream that its client resets ends here; whoever writes to it learns by its close.
  stream.on("error", () => stream.destroy());
  const answer = handler(new Http2Request(stream, head, certificatesOf));
  if (answer instanceof Promise) void answer.then((a) => reply(stream, headers, a, writeBody));
  else reply(stream, headers, answer, writeBody);
}

/** The headers of a stream. */
interface Http2Head {
  readonly headers: IncomingHttpHeaders;
  /** Names and values by turns, each line by itself. */
  readonly lines: readonly string[];
}

class Http2Request implements HttpRequest {
  readonly #stream: ServerHttp2Stream;
  readonly #headers: IncomingHttpHeaders;
  readonly #lines: readonly string[];
  readonly #certificatesOf: PeerCertificates;
  #controller: AbortController | undefined;

  constructor(stream: ServerHttp2Stream, { headers, lines }: Http2Head, certificatesOf: PeerCertificates) {
    this.#stream = stream;
    this.#headers = headers;
    this.#lines = lines;
    this.#certificatesOf = certificatesOf;
  }

  get method(): string {
    return this.#headers[":method"] ?? "GET";
  }

  get target(): string {
    return this.#headers[":path"] ?? "/";
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerLines(name: string): readonly string[] {
    if (this.#headers[name] === undefined) return [];
    const found: string[] = [];
    for (let i = 0; i + 1 < this.#lines.length; i += 2)
      if (this.#lines[i]?.toLowerCase() === name) found.push(this.#lines[i + 1] ?? "");
    return found;
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#headers);
  }

  get remoteAddress(): string {
    return this.#stream.session?.socket.remoteAddress ?? "";
  }

  get host(): string {
    return this.#headers[":authority"] ?? this.header("host") ?? "";
  }

  peerCertificates(): readonly Buffer[] {
    const socket = this.#stream.session?.socket;
    return socket === undefined ? [] : this.#certificatesOf(socket as TLSSocket);
  }

  readBody(maxBytes: number): Promise<Buffer> {
    return readAll(this.#stream, declaredLength(this.header("content-length")), maxBytes);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const stream = this.#stream;
      if (stream.destroyed) controller.abort();
      else stream.once("close", () => stream.rstCode === constants.NGHTTP2_NO_ERROR || controller.abort());
    }
    return this.#controller.signal;
  }
}

function reply(
  stream: ServerHttp2Stream,
  request: IncomingHttpHeaders,
  { status, headers, body }: Answer,
  writeBody: BodyWriter,
): void {
  if (stream.destroyed || stream.closed) return;
  const out: OutgoingHttpHeaders = { ":status": status };
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = (headers[i] ?? "").toLowerCase();
    // These belong to connections of HTTP/1.1 and are an error here.
    if (name === "connection" || name === "keep-alive" || name === "transfer-encoding") continue;
    const value = headers[i + 1] ?? "";
    const before = out[name];
    out[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [String(before), value];
  }
  const head = request[":method"] === "HEAD";
  if (isStream(body)) {
    stream.respond(out, { endStream: head });
    if (!head) body.start(new StreamOutlet(stream));
    return;
  }
  const length = byteLengthOf(body);
  if (status !== 304) out["content-length"] = length;
  const empty = head || length === 0;
  stream.respond(out, { endStream: empty });
  if (empty) return;
  writeBody(stream, body);
}

class StreamOutlet implements Outlet {
  readonly #stream: ServerHttp2Stream;
  readonly connection: object;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
    this.connection = stream.session ?? stream;
  }

  write(chunk: Buffer): boolean {
    return this.#stream.write(chunk);
  }

  onDrain(callback: () => void): void {
    this.#stream.on("drain", callback);
  }

  onClose(callback: () => void): void {
    this.#stream.once("close", callback);
  }

  end(): void {
    this.#stream.end();
  }

  abort(): void {
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}
