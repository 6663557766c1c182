import type { ForwardedRequest } from "./forwarded-headers.ts";

/** Bodies up to this length are read before they are sent. */
const maxWholeBytes = 64 * 1024;

interface ForwardedBodyOptions {
  readonly method: string;
  /** Get the length of a body that is streamed. */
  readonly headers: string[];
}

/** The body of a request that is passed on; undefined where it has none. */
export async function forwardedBody(
  request: ForwardedRequest,
  { method, headers }: ForwardedBodyOptions,
): Promise<Uint8Array | AsyncIterable<Uint8Array> | undefined> {
  const length = request.header("content-length");
  const isAnnounced = length !== undefined || request.header("transfer-encoding") !== undefined;
  if (!isAnnounced && (method === "GET" || method === "HEAD")) return undefined;
  if (length !== undefined && Number(length) <= maxWholeBytes) {
    const whole = await request.readBody(maxWholeBytes);
    return whole.length === 0 && !hasBody.has(method) ? undefined : whole;
  }
  if (length !== undefined) {
    headers.push("Content-Length", length);
    return request.body;
  }
  // Over HTTP/2 a request may have a body that no header announces.
  const pieces = request.body[Symbol.asyncIterator]();
  const first = await pieces.next();
  return first.done === true ? undefined : joined(first.value, pieces);
}

/** Methods whose requests announce a body even where it is empty. */
const hasBody: ReadonlySet<string> = new Set(["PATCH", "POST", "PUT"]);

async function* joined(first: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}
