import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { TLSSocket } from "node:tls";
import { declaredLength, readAll } from "./body.ts";
import { type Answer, byteLengthOf, type Handler, type HttpRequest, isStream, type Outlet } from "./exchange.ts";
import { certificatesOf } from "./peer.ts";

/** Serves one stream of a connection that speaks HTTP/2. */
export function serveHttp2(handler: Handler, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  // A stream that its client resets ends here; whoever writes to it learns by its close.
  stream.on("error", () => stream.destroy());
  const answer = handler(new Http2Request(stream, headers));
  if (answer instanceof Promise) void answer.then((a) => reply(stream, headers, a));
  else reply(stream, headers, answer);
}

class Http2Request implements HttpRequest {
  readonly #stream: ServerHttp2Stream;
  readonly #headers: IncomingHttpHeaders;
  #controller: AbortController | undefined;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.#stream = stream;
    this.#headers = headers;
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
    const value = this.#headers[name];
    if (value === undefined) return [];
    // Lines arrive joined; the headers for which that matters hold no commas of their own.
    return Array.isArray(value) ? value : value.split(", ");
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
    return socket === undefined ? [] : certificatesOf(socket as TLSSocket);
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

function reply(stream: ServerHttp2Stream, request: IncomingHttpHeaders, { status, headers, body }: Answer): void {
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
    if (!head) body.start(createOutlet(stream));
    return;
  }
  const length = byteLengthOf(body);
  if (status !== 304) out["content-length"] = length;
  const empty = head || length === 0;
  stream.respond(out, { endStream: empty });
  if (empty) return;
  if (Buffer.isBuffer(body)) stream.end(body);
  else {
    stream.cork();
    for (const part of body) stream.write(part);
    stream.end();
    stream.uncork();
  }
}

function createOutlet(stream: ServerHttp2Stream): Outlet {
  return {
    write: (chunk) => void stream.write(chunk),
    get pendingBytes() {
      return stream.writableLength;
    },
    onDrain: (callback) => void stream.on("drain", callback),
    onClose: (callback) => void stream.once("close", callback),
    end: () => void stream.end(),
    abort: () => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
  };
}
