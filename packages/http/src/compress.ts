import { aFunction, checkArgument } from "@svc/base/check";
import { type BodyCompressor, createBodyCompressor } from "./gzip-body.ts";
import { byteLengthOf, type Handler, type HttpResponse, isStream } from "./http.ts";

/** Smaller bodies are not worth it. Source: the section on compression of the specification. */
const minCompressedBytes: number = 128 * 1024;

/**
 * Compresses large responses for clients that accept gzip.
 * @throws {TypeError} for a wrong argument
 */
export function compressing(handler: Handler): Handler {
  checkArgument("compressing: handler", handler, aFunction);
  const compressor = createBodyCompressor();
  return (request) => {
    const answer = handler(request);
    if (request.method !== "GET" || !acceptsGzip(request.header("accept-encoding"))) return answer;
    return answer instanceof Promise ? answer.then((a) => compressed(a, compressor)) : compressed(answer, compressor);
  };
}

function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || !header.includes("gzip")) return false;
  return header.split(",").some((part) => part.trim().split(";")[0] === "gzip");
}

function compressed(answer: HttpResponse, { compress }: BodyCompressor): HttpResponse | Promise<HttpResponse> {
  const { status, headers, body, delivery, keepsEncoding } = answer;
  const isFixed = status !== 200 || keepsEncoding === true || isStream(body);
  if (isFixed || byteLengthOf(body) < minCompressedBytes) return answer;
  const done = (parts: readonly Buffer[]): HttpResponse => ({
    status,
    headers: [...headers, "Content-Encoding", "gzip", ...(varies(headers) ? [] : ["Vary", "Accept-Encoding"])],
    body: parts,
    ...(delivery === undefined ? {} : { delivery }),
  });
  const parts = compress(Buffer.isBuffer(body) ? [body] : body);
  return parts instanceof Promise ? parts.then(done) : done(parts);
}

function varies(headers: readonly string[]): boolean {
  return headers.some((value, i) => value === "Accept-Encoding" && headers[i - 1] === "Vary");
}
