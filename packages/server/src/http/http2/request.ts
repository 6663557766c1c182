import type { TLSSocket } from "node:tls";
import type { HttpRequest } from "../exchange.ts";
import { separatorOf } from "../field-values.ts";
import type { PeerCertificates } from "../peer.ts";
import type { Http2Head } from "./head.ts";

/** A connection, as one of its requests sees it. */
export interface Requested {
  readonly socket: TLSSocket;
  readonly certificatesOf: PeerCertificates;
}

export class Http2Request implements HttpRequest {
  readonly #head: Http2Head;
  readonly #connection: Requested;
  readonly #readBody: (maxBytes: number) => Promise<Buffer>;
  #controller: AbortController | undefined;
  #isGone = false;

  constructor(head: Http2Head, connection: Requested, readBody: (maxBytes: number) => Promise<Buffer>) {
    this.#head = head;
    this.#connection = connection;
    this.#readBody = readBody;
  }

  get method(): string {
    return this.#head.method;
  }

  get target(): string {
    return this.#head.target;
  }

  header(name: string): string | undefined {
    const { lines } = this.#head;
    let value: string | undefined;
    for (let i = 0; i < lines.length; i += 2) {
      if (lines[i] !== name) continue;
      const separator = value === undefined ? "" : separatorOf(name);
      if (separator === undefined) return value;
      value = value === undefined ? lines[i + 1] : value + separator + lines[i + 1];
    }
    return value;
  }

  headerLines(name: string): readonly string[] {
    const { lines } = this.#head;
    return lines.filter((_, i) => i % 2 === 1 && lines[i - 1] === name);
  }

  headerNames(): readonly string[] {
    return [...new Set(this.#head.lines.filter((_, i) => i % 2 === 0))];
  }

  get remoteAddress(): string {
    return this.#connection.socket.remoteAddress ?? "";
  }

  get host(): string {
    return this.#head.authority ?? this.header("host") ?? "";
  }

  peerCertificates(): readonly Buffer[] {
    return this.#connection.certificatesOf(this.#connection.socket);
  }

  readBody(maxBytes: number): Promise<Buffer> {
    return this.#readBody(maxBytes);
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
