import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Answer, byteLengthOf, type Handler, isStream } from "./exchange.ts";

const compress = promisify(gzip);

/** Smaller bodies are not worth it. Source: the section on compression of the specification. */
export const minCompressedBytes: number = 128 * 1024;

/** Compresses what is large, for clients that can take it. */
export function compressing(handler: Handler): Handler {
  return (request) => {
    const answer = handler(request);
    if (request.method !== "GET" || !acceptsGzip(request.header("accept-encoding"))) return answer;
    return answer instanceof Promise ? answer.then(compressed) : compressed(answer);
  };
}

function acceptsGzip(header: string | undefined): boolean {
  return header?.split(",").some((part) => part.trim().split(";")[0] === "gzip") ?? false;
}

function compressed(answer: Answer): Answer | Promise<Answer> {
  const { status, headers, body } = answer;
  if (status !== 200 || isStream(body) || byteLengthOf(body) < minCompressedBytes) return answer;
  const whole = Buffer.isBuffer(body) ? body : Buffer.concat(body);
  // Speed is worth more than the last percents: clients are near.
  return compress(whole, { level: 1 }).then((bytes) => ({
    status,
    headers: [...headers, "Content-Encoding", "gzip", "Vary", "Accept-Encoding"],
    body: bytes,
  }));
}
