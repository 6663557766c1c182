import type { Transport, TransportRequest, TransportResponse } from "@svc/client";
import { BodyTooLargeError, type Handler, type HttpRequest, type HttpResponse, type StreamBody } from "@svc/http";

/**
 * Reaches a server of this process: without a connection, and without the web's classes for
 * requests and responses, of which loading alone is a tenth of a start.
 * @param defaultHeaders go with every request that lacks them; names in lower case
 */
export function createInProcessTransport(
  handler: Handler,
  defaultHeaders: Readonly<Record<string, string>>,
): Transport {
  return {
    fetch: async (sent) => {
      sent.signal?.throwIfAborted();
      const request = new InProcessRequest(sent, defaultHeaders);
      const response = await handler(request);
      const { status, headers, body } = response;
      response.delivery?.onEnd();
      return { status, header: (name) => headerOf(headers, name), body: readable(body, request.signal) };
    },
  };
}

class InProcessRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly remoteAddress = "127.0.0.1";
  readonly host = "https://in-process.invalid";
  readonly signal: AbortSignal;
  readonly #headers: ReadonlyMap<string, string | readonly string[]>;
  readonly #content: Buffer;
  readonly #aborted = new AbortController();

  constructor(
    { method, path, headers = {}, body = "", signal }: TransportRequest,
    defaultHeaders: Readonly<Record<string, string>>,
  ) {
    this.method = method;
    this.target = path;
    this.#headers = new Map(Object.entries({ ...defaultHeaders, ...headers }));
    this.#content = Buffer.from(body);
    this.signal = signal === undefined ? this.#aborted.signal : AbortSignal.any([signal, this.#aborted.signal]);
  }

  get body(): AsyncIterable<Buffer> {
    return each([this.#content]);
  }

  header(name: string): string | undefined {
    const values = this.headerLines(name);
    return values.length === 0 ? undefined : values.join(", ");
  }

  headerLines(name: string): readonly string[] {
    const value = this.#headers.get(name);
    return value === undefined ? [] : typeof value === "string" ? [value] : value;
  }

  headerNames(): readonly string[] {
    return [...this.#headers.keys()];
  }

  peerCertificates(): readonly Buffer[] {
    return [];
  }

  async readBody(maxBytes: number): Promise<Buffer> {
    if (this.#content.length > maxBytes) throw new BodyTooLargeError(maxBytes);
    return this.#content;
  }

  abort(): void {
    this.#aborted.abort();
  }
}

function headerOf(headers: readonly string[], lowerName: string): string | undefined {
  const values = headers.filter((_, i) => i % 2 === 1 && headers[i - 1]?.toLowerCase() === lowerName);
  return values.length === 0 ? undefined : values.join(", ");
}

function readable(body: HttpResponse["body"], signal: AbortSignal): TransportResponse["body"] {
  if ("start" in body) return streamed(body, signal);
  return each(Buffer.isBuffer(body) ? [body] : body);
}

async function* each(chunks: Iterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  yield* chunks;
}

/** Pending bytes after which the writer has to wait. */
const maxPendingBytes = 64 * 1024;

/** The end of a stream: `error` is undefined if the stream is complete. */
interface End {
  readonly error: unknown;
}

/** The bytes of a stream as they come; leaving the loop early closes it. */
function streamed(body: StreamBody, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  const closed: (() => void)[] = [];
  const drained: (() => void)[] = [];
  let waiting: Buffer[] = [];
  let pendingBytes = 0;
  let end: End | undefined;
  let wake = (): void => undefined;
  const finish = (error: unknown): void => {
    if (end !== undefined) return;
    end = { error };
    signal.removeEventListener("abort", aborted);
    wake();
    for (const callback of closed) callback();
  };
  const aborted = (): void => finish(signal.reason);
  if (signal.aborted) aborted();
  else signal.addEventListener("abort", aborted, { once: true });
  body.start({
    connection: body,
    write: (chunk) => {
      if (end !== undefined) return false;
      waiting.push(chunk);
      pendingBytes += chunk.length;
      wake();
      return pendingBytes < maxPendingBytes;
    },
    onDrain: (callback) => void drained.push(callback),
    onClose: (callback) => void (end === undefined ? closed.push(callback) : callback()),
    end: () => finish(undefined),
    abort: () => finish(new Error("the server broke the connection off")),
  });
  const read = async function* (): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        const taken = waiting;
        waiting = [];
        pendingBytes = 0;
        for (const chunk of taken) yield chunk;
        if (waiting.length > 0) continue;
        if (end !== undefined) break;
        for (const callback of drained) callback();
        if (waiting.length === 0 && end === undefined) await new Promise<void>((resolve) => (wake = resolve));
      }
      if (end.error !== undefined) throw end.error;
    } finally {
      finish(undefined);
    }
  };
  return read();
}
