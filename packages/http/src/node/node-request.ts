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
  readonly abort: () => void;
}

interface NodeRequestOptions {
  readonly certificatesOf: PeerCertificates;
  readonly abortion: Abortion;
  readonly upgrade?: Upgrade | undefined;
}

/** Presents a request of one of Node's servers to a handler. */
export function requestOfNode(message: NodeRequest, options: NodeRequestOptions): HttpRequest {
  const { rawHeaders, method = "GET", url = "/", socket } = message;
  const lines = (name: string): string[] =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);
  const header = (name: string): string | undefined => {
    const values = lines(name);
    const separator = separatorOf(name);
    return values.length === 0 || separator === undefined ? values[0] : values.join(separator);
  };
  const absolute = url.startsWith("/") ? undefined : absoluteTarget(url);
  let isRead = false;
  const readOnce = (): void => {
    if (isRead) throw new TypeError("a body is read once");
    isRead = true;
  };
  let body: AsyncIterable<Buffer> | undefined;
  return {
    method,
    target: absolute?.path ?? url,
    header,
    headerLines: lines,
    headerNames: () =>
      distinct(rawHeaders.filter((name, i) => i % 2 === 0 && !name.startsWith(":")).map((name) => name.toLowerCase())),
    remoteAddress: socket.remoteAddress ?? "",
    host: absolute?.host ?? lines(":authority")[0] ?? header("host") ?? "",
    peerCertificates: () => options.certificatesOf(socket),
    readBody: async (maxBytes, share) => {
      readOnce();
      return readWhole(message, header("content-length"), { maxBytes, share });
    },
    get body() {
      if (body === undefined) {
        readOnce();
        body = piecesOf(message);
      }
      return body;
    },
    get signal() {
      return options.abortion.signal();
    },
    abort: () => options.abortion.abort(),
    upgrade: options.upgrade,
  };
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
