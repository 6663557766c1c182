import type { RequestState } from "@svc/server";

type Body = Uint8Array | AsyncIterable<Uint8Array>;

/** Bodies up to this length are read before they are sent. */
const maxWholeBytes = 64 * 1024;

/**
 * The body of a request that is passed on; undefined where it has none.
 * @param headers gets the length of a body that is streamed
 */
export async function requestBody({ request, info }: RequestState, headers: string[]): Promise<Body | undefined> {
  const length = request.header("content-length");
  const isAnnounced = length !== undefined || request.header("transfer-encoding") !== undefined;
  if (!isAnnounced && (info.method === "GET" || info.method === "HEAD")) return undefined;
  if (length !== undefined && Number(length) <= maxWholeBytes) {
    const whole = await request.readBody(maxWholeBytes);
    return whole.length === 0 ? undefined : whole;
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

async function* joined(first: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}
