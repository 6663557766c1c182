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
  if (request.hasBody === false) return undefined;
  const length = request.header("content-length");
  if (length !== undefined && Number(length) <= maxWholeBytes) {
    const whole = await request.readBody(maxWholeBytes);
    return whole.length === 0 ? undefined : whole;
  }
  if (length !== undefined) {
    headers.push("Content-Length", length);
    return request.body;
  }
  // A body of unknown length may be empty.
  const pieces = request.body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done !== true) return joined(first.value, pieces);
  return request.hasBody !== true || usuallyBodiless.has(method) ? undefined : emptyBody();
}

/** Methods whose requests announce no empty body. */
const usuallyBodiless: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PROPFIND", "SEARCH"]);

async function* emptyBody(): AsyncGenerator<Buffer> {
  yield* [];
}

async function* joined(first: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}
