import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { getCACertificates } from "node:tls";

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Asks another server. Redirects are answers like others: whoever could make a server go elsewhere could make it ask whom it should not.
 *
 * @throws {Error} when there is no answer in time, or one that is too long
 */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpClientOptions {
  /** PEM. @default those of the platform and of Node */
  readonly ca?: string | Buffer;
  /** PEM, shown to the server. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** The name that the server's certificate must have. @default the URL's */
  readonly serverName?: string;
  /** Takes any certificate. @default false */
  readonly insecure?: boolean;
  /** Until the whole answer is there. @default 10 s */
  readonly timeoutMs?: number;
  /** Of an answer. @default 1 MiB */
  readonly maxBytes?: number;
}

export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { cert, key, serverName, insecure = false, timeoutMs = 10_000, maxBytes = 1024 * 1024 } = options;
  let authorities: string | Buffer | string[] | undefined = options.ca;
  const tls = () => ({
    ca: (authorities ??= [...getCACertificates("default"), ...getCACertificates("system")]),
    rejectUnauthorized: !insecure,
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined ? {} : { servername: serverName }),
  });
  return ({ method, url, headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const signals = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
      const settings = { method, headers: { ...headers, ...lengthOf(body) }, signal: signals };
      const answered = (response: IncomingMessage): void => void collect(response, maxBytes).then(resolve, reject);
      const sent = url.startsWith("https:")
        ? secureRequest(url, { ...settings, ...tls() }, answered)
        : plainRequest(url, settings, answered);
      sent.once("error", (error) => {
        reject(signals.aborted && signal?.aborted !== true ? new Error(`no answer in ${timeoutMs} ms`) : error);
      });
      sent.end(body);
    });
}

function lengthOf(body: Buffer | undefined): Record<string, string> {
  return body === undefined ? {} : { "content-length": String(body.length) };
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      response.destroy();
      throw new Error(`an answer of more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks, length) };
}
