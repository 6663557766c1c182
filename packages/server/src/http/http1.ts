import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { declaredLength, readAll } from "./body.ts";
import { type Answer, byteLengthOf, type HttpRequest, isStream } from "./exchange.ts";
import type { Edge, PeerCertificates } from "./peer.ts";
import { ResponseOutlet } from "./stream-outlet.ts";

/** Serves one request of a connection that speaks HTTP/1.1. */
export function serveHttp1(edge: Edge, message: IncomingMessage, response: ServerResponse): void {
  const { handler, certificatesOf } = edge;
  // No protocol is changed to here, and Node takes what follows such a request for the other protocol: it is not read as requests.
  if (message.headers.upgrade !== undefined) response.shouldKeepAlive = false;
  const answer = handler(new Http1Request(message, response, certificatesOf));
  if (answer instanceof Promise) void answer.then((a) => reply(message, response, a, edge));
  else reply(message, response, answer, edge);
}

class Http1Request implements HttpRequest {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  readonly #certificatesOf: PeerCertificates;

  constructor(message: IncomingMessage, response: ServerResponse, certificatesOf: PeerCertificates) {
    this.#message = message;
    this.#certificatesOf = certificatesOf;
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
    return this.#certificatesOf(this.#message.socket as TLSSocket);
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

function reply(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  { frameChunk, writeBody }: Edge,
): void {
  if (response.destroyed) return;
  if (isStream(body)) {
    response.writeHead(status, headers as string[]);
    response.flushHeaders();
    if (message.method === "HEAD") response.end();
    else body.start(new ResponseOutlet(response, frameChunk));
    return;
  }
  const length = byteLengthOf(body);
  const bodiless = message.method === "HEAD" || status === 304;
  response.writeHead(
    status,
    (bodiless && length === 0 ? headers : [...headers, "Content-Length", String(length)]) as string[],
  );
  if (bodiless) response.end();
  else if (status >= 400 && length <= maxTextBytes && isSending(message)) {
    response.write(textOf(body), "latin1");
    endWhenSent(message, response);
  } else if (length <= maxTextBytes) response.end(textOf(body), "latin1");
  else {
    if (length >= headAloneBytes) response.flushHeaders();
    writeBody(response, body);
  }
}

/** How long a client may go on sending a body that was refused before the connection is ended under it. */
const lingerMs = 2_000;

/** Whether a body may still be coming. */
function isSending({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0");
}

/** Ends an answer that is written when the client has sent what it was sending: a connection that is closed on it would take the answer away. */
function endWhenSent(message: IncomingMessage, response: ServerResponse): void {
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  message.once("end", end).once("close", end);
  message.resume();
}

/** From here on another system call for the head costs less than what Node does with a head and a buffer at once: it copies them together. */
const headAloneBytes = 64 * 1024;

/** A small body goes as text: Node sends the head and a text in one write, the head and a buffer in two that it joins first. */
const maxTextBytes = 8 * 1024;

/** Each byte as the character of its value. */
function textOf(body: Buffer | readonly Buffer[]): string {
  if (Buffer.isBuffer(body)) return body.toString("latin1");
  let text = "";
  for (const part of body) text += part.toString("latin1");
  return text;
}
