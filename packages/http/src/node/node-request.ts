import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { BodyMemoryError, type BodyShare } from "../body-memory.ts";
import { distinct, separatorOf } from "../field-values.ts";
import { absoluteTarget } from "../host.ts";
import { BodyTooLargeError, ClientGoneError, type HttpRequest, type Upgrade } from "../http.ts";
import type { PeerCertificates } from "../peer.ts";

/** A request of one of Node's servers: HTTP/1.1, or the compatibility API of HTTP/2. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** The signal of a request, created on first use. */
export interface Abortion {
  readonly signal: () => AbortSignal;
  readonly abort: (reason?: unknown) => void;
}

interface NodeRequestOptions {
  readonly certificatesOf: PeerCertificates;
  readonly abortion: Abortion;
  readonly upgrade?: Upgrade | undefined;
}

/** Presents a request of one of Node's servers to a handler. */
export function requestOfNode(message: NodeRequest, options: NodeRequestOptions): HttpRequest {
  return new NodeMessage(message, options);
}

class NodeMessage implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly remoteAddress: string;
  readonly host: string;
  readonly upgrade: Upgrade | undefined;
  readonly #message: NodeRequest;
  readonly #options: NodeRequestOptions;
  #body: AsyncIterable<Buffer> | undefined;
  #isRead = false;

  constructor(message: NodeRequest, options: NodeRequestOptions) {
    const { method = "GET", url = "/", socket } = message;
    const absolute = url.startsWith("/") ? undefined : absoluteTarget(url);
    this.#message = message;
    this.#options = options;
    this.method = method;
    this.target = absolute?.path ?? url;
    this.remoteAddress = socket.remoteAddress ?? "";
    this.host = absolute?.host ?? this.headerLines(":authority")[0] ?? this.header("host") ?? "";
    this.upgrade = options.upgrade;
  }

  get body(): AsyncIterable<Buffer> {
    if (this.#body === undefined) {
      this.#readOnce();
      this.#body = piecesOf(this.#message);
    }
    return this.#body;
  }

  get signal(): AbortSignal {
    return this.#options.abortion.signal();
  }

  header(name: string): string | undefined {
    const values = this.headerLines(name);
    const separator = separatorOf(name);
    return values.length === 0 || separator === undefined ? values[0] : values.join(separator);
  }

  headerLines(name: string): readonly string[] {
    const { rawHeaders } = this.#message;
    return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);
  }

  headerNames(): readonly string[] {
    const names = this.#message.rawHeaders.filter((name, i) => i % 2 === 0 && !name.startsWith(":"));
    return distinct(names.map((name) => name.toLowerCase()));
  }

  peerCertificates(): readonly Buffer[] {
    return this.#options.certificatesOf(this.#message.socket);
  }

  async readBody(maxBytes: number, share?: BodyShare): Promise<Buffer> {
    this.#readOnce();
    return readWhole(this.#message, this.header("content-length"), { maxBytes, share });
  }

  abort(reason?: unknown): void {
    this.#options.abortion.abort(reason);
  }

  #readOnce(): void {
    if (this.#isRead) throw new TypeError("a body is read once");
    this.#isRead = true;
  }
}

interface WholeBounds {
  readonly maxBytes: number;
  readonly share: BodyShare | undefined;
}

async function readWhole(
  message: NodeRequest,
  announced: string | undefined,
  { maxBytes, share }: WholeBounds,
): Promise<Buffer> {
  if (announced !== undefined && Number(announced) > maxBytes) throw new BodyTooLargeError(maxBytes);
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of piecesOf(message)) {
    length += piece.length;
    if (length > maxBytes) throw new BodyTooLargeError(maxBytes);
    if (share?.grow(piece.length) === false) throw new BodyMemoryError();
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

/** The message is not destroyed with its reader: that would take the response away too. */
async function* piecesOf(message: NodeRequest): AsyncGenerator<Buffer> {
  const pieces = message.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    yield* pieces;
  } catch (error) {
    throw new ClientGoneError("the client hung up before its body was whole", { cause: error });
  } finally {
    // The rest flows away, so that the connection can be used again.
    message.resume();
  }
}
