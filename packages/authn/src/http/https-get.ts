import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { getCACertificates } from "node:tls";

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Reads a document. Redirects are answers like others: whoever could make a server go elsewhere could make it ask whom it should not.
 *
 * @throws {Error} when there is no answer in time, or one that is too long
 */
export type HttpsGet = (url: string) => Promise<HttpAnswer>;

export interface HttpsGetOptions {
  /** PEM. @default those of the platform and of Node */
  readonly ca?: string;
  /** Until the whole answer is there. @default 10 s */
  readonly timeoutMs?: number;
  /** Of an answer. @default 1 MiB */
  readonly maxBytes?: number;
}

export function createHttpsGet({ ca, timeoutMs = 10_000, maxBytes = 1024 * 1024 }: HttpsGetOptions = {}): HttpsGet {
  let authorities: string | string[] | undefined = ca;
  return (url) =>
    new Promise((resolve, reject) => {
      authorities ??= [...getCACertificates("default"), ...getCACertificates("system")];
      const signal = AbortSignal.timeout(timeoutMs);
      const headers = { accept: "application/json" };
      const sent = get(url, { ca: authorities, headers, signal }, (response) => {
        collect(response, maxBytes).then(resolve, failed);
      });
      const failed = (error: unknown): void =>
        reject(signal.aborted ? new Error(`no answer in ${timeoutMs} ms`, { cause: error }) : error);
      sent.once("error", failed);
    });
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
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
