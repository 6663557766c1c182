import { aFunction, checkArgument, optional, optionsOf } from "@svc/base/check";
import { BodyMemoryError, type BodyShare } from "./body-memory.ts";
import { isBodiless } from "./content-length.ts";
import { writable } from "./field-text.ts";
import { type AdapterOptions, logHandlerError, runHandler, startBody } from "./handler-error.ts";
import {
  BodyTooLargeError,
  ClientGoneError,
  cancelBody,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  isStream,
  type ResponseWriter,
} from "./http.ts";

/** A client in this process; the given certificates count as those of a TLS connection. */
interface FetchOptions extends AdapterOptions {
  readonly peerCertificates?: readonly Buffer[];
}

const adapterOptions = optionsOf<AdapterOptions>({
  onHandlerError: optional(aFunction),
});

/**
 * A function of the web's own types, as Hono and other frameworks mount them.
 * @throws {TypeError} for a wrong argument
 */
export function toFetch(handler: Handler, options: AdapterOptions = {}): (request: Request) => Promise<Response> {
  checkArgument("toFetch: handler", handler, aFunction);
  checkArgument("toFetch: options", options, adapterOptions);
  return (request) => serveFetch(handler, request, options);
}

/** Answers requests of the web's own types, without any connection. */
export async function serveFetch(handler: Handler, request: Request, options: FetchOptions = {}): Promise<Response> {
  const view = new FetchRequest(request, options.peerCertificates ?? []);
  const { onHandlerError: onError = logHandlerError } = options;
  const response = await new Promise<HttpResponse>((reply) => runHandler(handler, view, { reply, onError }));
  const { status, headers, body } = response;
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) pairs.push([headers[i] ?? "", writable(headers[i + 1] ?? "")]);
  if (isStream(body) && body.length !== undefined) pairs.push(["content-length", String(body.length)]);
  const bodiless = request.signal.aborted || isBodiless(request.method, status);
  // A body in memory is copied, so that the response holds nothing.
  if (bodiless || !isStream(body)) cancelBody(response);
  return new Response(bodiless ? null : bodyOf(body, request.signal, (error) => onError(error, view)), {
    status,
    headers: pairs,
  });
}

/** Presents a request of the web's own types to a handler. */
class FetchRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly remoteAddress = "127.0.0.1";
  readonly host: string;
  readonly body: AsyncIterable<Buffer>;
  readonly #request: Request;
  readonly #peerCertificates: readonly Buffer[];
  // Made when asked for: most handlers finish without them.
  #givenUp: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(request: Request, peerCertificates: readonly Buffer[]) {
    const { pathname, search, host } = new URL(request.url);
    this.method = request.method;
    this.target = pathname + search;
    this.host = host;
    this.body = piecesOf(request);
    this.#request = request;
    this.#peerCertificates = peerCertificates;
  }

  get signal(): AbortSignal {
    this.#givenUp ??= new AbortController();
    return (this.#signal ??= AbortSignal.any([this.#request.signal, this.#givenUp.signal]));
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  headerLines(name: string): readonly string[] {
    return this.#request.headers.get(name)?.split(", ") ?? [];
  }

  headerNames(): readonly string[] {
    return [...this.#request.headers.keys()];
  }

  peerCertificates(): readonly Buffer[] {
    return this.#peerCertificates;
  }

  readBody(maxBytes: number, share?: BodyShare): Promise<Buffer> {
    return readBody(this.#request, maxBytes, share);
  }

  abort(reason?: unknown): void {
    this.#givenUp ??= new AbortController();
    this.#givenUp.abort(reason);
  }
}

async function readBody(request: Request, maxBytes: number, share: BodyShare | undefined): Promise<Buffer> {
  if (request.bodyUsed) throw new TypeError("a body is read once");
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body) {
      length += chunk.length;
      if (length > maxBytes) throw new BodyTooLargeError(maxBytes);
      if (share?.grow(chunk.length) === false) throw new BodyMemoryError();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof BodyMemoryError) throw error;
    throw new ClientGoneError("the body broke off", { cause: error });
  }
  return Buffer.concat(chunks, length);
}

async function* piecesOf(request: Request): AsyncGenerator<Buffer> {
  if (request.body === null) return;
  try {
    for await (const chunk of request.body) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } catch (error) {
    throw new ClientGoneError("the body broke off", { cause: error });
  }
}

/** Pending bytes after which the writer has to wait. */
const maxPendingBytes = 64 * 1024;

function bodyOf(
  body: HttpResponse["body"],
  signal: AbortSignal,
  report: (error: unknown) => void,
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (!isStream(body)) return new Uint8Array(Buffer.isBuffer(body) ? body : Buffer.concat(body));
  const closed: (() => void)[] = [];
  const drained: (() => void)[] = [];
  const close = (): void => {
    for (const callback of closed.splice(0)) callback();
  };
  let pending = 0;
  let open = true;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const finish = (act: () => void) => (): void => {
          if (!open) return;
          open = false;
          act();
          close();
        };
        signal.addEventListener(
          "abort",
          finish(() => controller.error(signal.reason)),
          { once: true },
        );
        const writer: ResponseWriter = {
          connection: controller,
          write: (chunk) => {
            if (!open) return false;
            pending += chunk.length;
            controller.enqueue(chunk);
            return pending < maxPendingBytes;
          },
          onDrain: (callback) => void drained.push(callback),
          onClose: (callback) => void closed.push(callback),
          end: finish(() => controller.close()),
          abort: finish(() => controller.error(new Error("the server broke the connection off"))),
        };
        startBody(body, writer, report);
      },
      pull: () => {
        pending = 0;
        for (const callback of drained) callback();
      },
      cancel: () => {
        open = false;
        close();
      },
    },
    { highWaterMark: 0 },
  );
}
