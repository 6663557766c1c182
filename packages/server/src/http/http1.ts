import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { declaredLength, readAll } from "./body.ts";
import { type Answer, byteLengthOf, type Handler, type HttpRequest, isStream, type Outlet } from "./exchange.ts";
import { certificatesOf } from "./peer.ts";

/** Serves one request of a connection that speaks HTTP/1.1. */
export function serveHttp1(handler: Handler, message: IncomingMessage, response: ServerResponse): void {
  const answer = handler(new Http1Request(message, response));
  if (answer instanceof Promise) void answer.then((a) => reply(message, response, a));
  else reply(message, response, answer);
}

class Http1Request implements HttpRequest {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.#message = message;
    this.#response = response;
  }

  get method(): string {
    return this.#message.method ?? "GET";
  }

  get target(): string {
    return this.#message.url ?? "/";
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerLines(name: string): readonly string[] {
    return this.#message.headersDistinct[name] ?? [];
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#message.headers);
  }

  get remoteAddress(): string {
    return this.#message.socket.remoteAddress ?? "";
  }

  get host(): string {
    return this.header("host") ?? "";
  }

  peerCertificates(): readonly Buffer[] {
    return certificatesOf(this.#message.socket as TLSSocket);
  }

  readBody(maxBytes: number): Promise<Buffer> {
    return readAll(this.#message, declaredLength(this.header("content-length")), maxBytes);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const response = this.#response;
      if (response.destroyed) controller.abort();
      else response.once("close", () => response.writableFinished || controller.abort());
    }
    return this.#controller.signal;
  }
}

function reply(message: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  if (isStream(body)) {
    response.writeHead(status, headers as string[]);
    response.flushHeaders();
    if (message.method === "HEAD") response.end();
    else body.start(createOutlet(response));
    return;
  }
  const length = byteLengthOf(body);
  const bodiless = message.method === "HEAD" || status === 304;
  response.writeHead(
    status,
    (bodiless && length === 0 ? headers : [...headers, "Content-Length", String(length)]) as string[],
  );
  // A body that was refused unread may still be coming: the connection cannot be used again.
  if (bodiless) response.end();
  else if (Buffer.isBuffer(body)) response.end(body);
  else writeAll(response, body);
}

function writeAll(response: ServerResponse, parts: readonly Buffer[]): void {
  response.cork();
  for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}

function createOutlet(response: ServerResponse): Outlet {
  return {
    write: (chunk) => void response.write(chunk),
    get pendingBytes() {
      return response.writableLength;
    },
    onDrain: (callback) => void response.on("drain", callback),
    onClose: (callback) => void response.once("close", callback),
    end: () => void response.end(),
    abort: () => void response.destroy(),
  };
}
