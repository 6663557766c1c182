import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from "node:http2";
import { ConnectionLostError } from "./connection-lost-error.ts";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange.ts";

/**
 * Sends a request over a session of HTTP/2. Header lines that repeat stay lines of their own.
 * @param onLost called in place of `receiver.fail` where the request never reached the server
 */
export function startHttp2Exchange(
  session: ClientHttp2Session,
  request: ExchangeRequest,
  { receiver, onLost }: { readonly receiver: ResponseReceiver; readonly onLost: (error: unknown) => void },
): Exchange {
  const { body } = request;
  let isOver = false;
  let hasHead = false;
  let stream: ClientHttp2Stream;
  const fail = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    const lost = new ConnectionLostError(error instanceof Error ? error.message : String(error), { cause: error });
    if (hasHead) receiver.fail(lost);
    else onLost(lost);
  };
  try {
    stream = session.request(headersOf(request), { endStream: body === undefined });
  } catch (error) {
    queueMicrotask(() => fail(error));
    return { resume: () => undefined, abort: () => void (isOver = true) };
  }
  stream.on("response", (_headers, _flags, raw?: readonly string[]) => {
    if (isOver) return;
    hasHead = true;
    const { status, headers } = headOf(raw ?? []);
    receiver.head(status, headers);
  });
  stream.on("data", (chunk: Buffer) => {
    if (!isOver && !receiver.data(chunk)) stream.pause();
  });
  stream.on("end", () => {
    // A stream that was reset ends too.
    if (isOver || !hasHead || stream.rstCode !== 0) return;
    isOver = true;
    receiver.end();
  });
  stream.on("error", fail);
  stream.on("close", () => fail(new Error("the stream was closed")));
  if (body !== undefined) void sendBody(stream, body);
  return {
    resume: () => void stream.resume(),
    abort: () => {
      if (isOver) return;
      isOver = true;
      stream.close(cancelled);
    },
  };
}

/** Source: RFC 9113 section 7. */
const cancelled = 8;

function headersOf({ method, path, headers }: ExchangeRequest): OutgoingHttpHeaders {
  const found = Object.create(null) as Record<string, string | string[]>;
  found[":method"] = method;
  found[":path"] = path;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const lower = (headers[i] ?? "").toLowerCase();
    const name = lower === "host" ? ":authority" : lower;
    const value = headers[i + 1] ?? "";
    const known = found[name];
    if (known === undefined) found[name] = value;
    else if (typeof known === "string") found[name] = [known, value];
    else known.push(value);
  }
  return found;
}

function headOf(raw: readonly string[]): {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
} {
  let status = 0;
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? "";
    if (name === ":status") status = Number(raw[i + 1]);
    else headers.push([name, raw[i + 1] ?? ""]);
  }
  return { status, headers };
}

async function sendBody(stream: ClientHttp2Stream, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  if (body instanceof Uint8Array) {
    stream.end(body);
    return;
  }
  try {
    for await (const piece of body) {
      if (stream.destroyed) return;
      if (!stream.write(piece)) await drained(stream);
    }
    stream.end();
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function drained(stream: ClientHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.on("drain", done);
    stream.on("close", done);
  });
}
