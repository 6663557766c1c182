import type { RequestState } from "@svc/server";

interface BodyOptions {
  readonly method: string;
  /** Gets the length of a body that is streamed. */
  readonly headers: string[];
}

/** Bodies up to this length are read before they are sent. */
const maxWholeBytes = 64 * 1024;

/** The body of a request that is handed on; undefined where it has none. */
export async function requestBody(
  request: RequestState["request"],
  { method, headers }: BodyOptions,
): Promise<Uint8Array | AsyncIterable<Uint8Array> | undefined> {
  const length = request.header("content-length");
  const isUnknown = length === undefined && request.header("transfer-encoding") === undefined;
  if (isUnknown && (method === "GET" || method === "HEAD")) return undefined;
  if (length !== undefined && Number(length) <= maxWholeBytes) {
    const whole = await request.readBody(maxWholeBytes);
    return whole.length === 0 && method !== "POST" && method !== "PUT" && method !== "PATCH" ? undefined : whole;
  }
  if (length !== undefined) {
    headers.push("Content-Length", length);
    return request.body;
  }
  // Over HTTP/2 a request may have a body that nothing announces.
  const pieces = request.body[Symbol.asyncIterator]();
  const first = await pieces.next();
  return first.done === true ? undefined : rest(first.value, pieces);
}

async function* rest(first: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}
