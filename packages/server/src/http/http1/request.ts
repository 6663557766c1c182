import type { TLSSocket } from "node:tls";
import type { HttpRequest } from "../exchange.ts";
import { noBytes } from "../gathered.ts";
import { absoluteTarget } from "../host.ts";
import type { PeerCertificates } from "../peer.ts";
import type { Body } from "./body.ts";
import type { Head } from "./head.ts";

/** A connection, as one of its requests sees it. */
export interface Requested {
  readonly socket: TLSSocket;
  readonly certificatesOf: PeerCertificates;
  readBody(body: Body, maxBytes: number): Promise<Buffer>;
}

export class Http1Request implements HttpRequest {
  readonly head: Head;
  /** Where there is none, nothing is to be read. */
  readonly body: Body | undefined;
  readonly target: string;
  readonly #host: string | undefined;
  readonly #connection: Requested;
  #controller: AbortController | undefined;
  #isGone = false;

  constructor(head: Head, body: Body | undefined, connection: Requested) {
    this.head = head;
    this.body = body;
    this.#connection = connection;
    // What is asked for by a whole address is asked of the host that it names.
    const absolute = head.target.startsWith("/") ? undefined : absoluteTarget(head.target);
    this.target = absolute === undefined ? head.target : absolute.path;
    this.#host = absolute?.host;
  }

  get method(): string {
    return this.head.method;
  }

  header(name: string): string | undefined {
    return this.head.header(name);
  }

  headerLines(name: string): readonly string[] {
    return this.head.headerLines(name);
  }

  headerNames(): readonly string[] {
    const { names } = this.head;
    // A set costs more than to look, where there are few, and none repeats.
    const isDistinct = names.length <= 32 && names.every((name, i) => names.indexOf(name) === i);
    return isDistinct ? names : [...new Set(names)];
  }

  get remoteAddress(): string {
    return this.#connection.socket.remoteAddress ?? "";
  }

  get host(): string {
    return this.#host ?? this.header("host") ?? "";
  }

  peerCertificates(): readonly Buffer[] {
    return this.#connection.certificatesOf(this.#connection.socket);
  }

  readBody(maxBytes: number): Promise<Buffer> {
    return this.body === undefined ? Promise.resolve(noBytes) : this.#connection.readBody(this.body, maxBytes);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isGone) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Its client is gone, before it was answered. */
  abort(): void {
    this.#isGone = true;
    this.#controller?.abort();
  }
}
