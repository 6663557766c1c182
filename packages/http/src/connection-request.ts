import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { BodyShare } from "./body-memory.ts";
import type { BodyStream } from "./body-stream.ts";
import { distinct } from "./field-values.ts";
import type { AcceptOptions, HttpConnection, HttpRequest, HttpResponse, Upgrade } from "./http.ts";
import type { PeerCertificates } from "./peer.ts";

/** The head of a request, for any version of HTTP; see `HttpRequest`. */
export interface RequestHead extends Pick<HttpRequest, "method" | "target" | "host" | "header" | "headerLines"> {
  /** Of HTTP. */
  readonly version: HttpConnection["version"];
  /** In lower case, one for each line. */
  readonly names: readonly string[];
  /** The protocols that the client offers to switch to. */
  readonly upgradeProtocols: readonly string[];
}

/** A response ahead of the response. */
export interface InterimResponse {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
}

/** A connection, as one of its requests sees it. */
export interface Requested<Body> {
  readonly socket: Socket;
  readonly certificatesOf: PeerCertificates;
  /** See `HttpRequest.readBody`. @param body the connection's representation of the body */
  readBody(body: Body, maxBytes: number, share: BodyShare | undefined): Promise<Buffer>;
  /** False for a body of which nothing came and nothing will. @default true */
  hasBody?(body: Body): boolean;
  /** See `HttpRequest.body`. */
  openBody(body: Body): BodyStream;
  /** See `HttpRequest.inform`. @param head that of the request */
  inform(head: RequestHead, body: Body, response: InterimResponse): void;
  /** The response that accepts one of the protocols that are offered. See `Upgrade.accept`. */
  accept(body: Body, options: AcceptOptions): HttpResponse;
}

/** A request that came over a connection. */
export class ConnectionRequest<Head extends RequestHead, Body> implements HttpRequest {
  readonly head: Head;
  readonly #body: Body;
  readonly #connection: Requested<Body>;
  #controller: AbortController | undefined;
  #stream: BodyStream | undefined;
  #isGone = false;
  #reason: unknown;

  constructor(head: Head, body: Body, connection: Requested<Body>) {
    this.head = head;
    this.#body = body;
    this.#connection = connection;
  }

  get method(): string {
    return this.head.method;
  }

  get target(): string {
    return this.head.target;
  }

  get host(): string {
    return this.head.host;
  }

  header(name: string): string | undefined {
    return this.head.header(name);
  }

  headerLines(name: string): readonly string[] {
    return this.head.headerLines(name);
  }

  headerNames(): readonly string[] {
    return distinct(this.head.names);
  }

  get remoteAddress(): string {
    return this.#connection.socket.remoteAddress ?? "";
  }

  get connection(): HttpConnection {
    const { socket } = this.#connection;
    return { version: this.head.version, isEncrypted: socket instanceof TLSSocket, remotePort: socket.remotePort };
  }

  peerCertificates(): readonly Buffer[] {
    return this.#connection.certificatesOf(this.#connection.socket);
  }

  readBody(maxBytes: number, share?: BodyShare): Promise<Buffer> {
    return this.#connection.readBody(this.#body, maxBytes, share);
  }

  get hasBody(): boolean {
    return this.#body !== undefined && this.#connection.hasBody?.(this.#body) !== false;
  }

  get body(): BodyStream {
    this.#stream ??= this.#connection.openBody(this.#body);
    return this.#stream;
  }

  inform(status: number, headers: readonly string[]): void {
    this.#connection.inform(this.head, this.#body, { status, headers });
  }

  get upgrade(): Upgrade | undefined {
    const protocols = this.head.upgradeProtocols;
    if (protocols.length === 0) return undefined;
    return {
      protocols,
      accept: (options) => {
        if (!protocols.includes(options.protocol))
          throw new TypeError(`the client does not offer to switch to ${options.protocol}`);
        return this.#connection.accept(this.#body, options);
      },
    };
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isGone) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Its client is gone before the response was made, or the server gives it up. */
  abort(reason?: unknown): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
