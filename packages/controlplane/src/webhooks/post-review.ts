import { gunzipSync } from "node:zlib";
import type { WebhookCredential } from "@svc/admission";
import { connectionError, type Egress, ResponseTooLargeError, readWhole } from "@svc/http/client";

/** Where the connection to a webhook goes. */
export interface ReviewTarget {
  /** As errors show it, with the path. */
  readonly url: URL;
  /** The host to connect to, where it is not that of the URL. */
  readonly host?: string;
  /** PEM certificates. @default the authorities of the system */
  readonly ca?: string;
}

/** A review to be sent. */
export interface ReviewRequest {
  /** Chooses the egress policy. */
  readonly purpose: "webhook" | "conversion";
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Of the response, compressed or not. */
  readonly maxBytes: number;
  /** What the server proves itself with, to this webhook only. @default nothing */
  readonly credential?: WebhookCredential | undefined;
  /** Redirects that are followed, each under the same egress policy. @default 0 */
  readonly maxRedirects?: number | undefined;
}

/** What a webhook responded. */
export interface ReviewResponse {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string;
  readonly body: Buffer;
}

/** A webhook's response could not be received. Its message says why, in the words clients know. */
export class ReviewError extends Error {
  override readonly name = "ReviewError";
}

/**
 * Posts a review over a shared connection, with HTTP/2 where the webhook offers it.
 * @throws {ReviewError}
 */
export async function postReview(
  egress: Egress,
  target: ReviewTarget,
  request: ReviewRequest,
): Promise<ReviewResponse> {
  const { url } = target;
  const { purpose, body, headers, signal, maxBytes, maxRedirects = 0 } = request;
  try {
    const client = egress.client({
      purpose,
      ...(target.host === undefined ? {} : { host: target.host }),
      tls: tlsOf(target, request),
      // The signal bounds the whole call.
      headersTimeoutMs: 0,
      bodyTimeoutMs: 0,
    });
    const response = await client.fetch({
      method: "POST",
      url,
      headers: {
        "accept-encoding": "gzip",
        "content-type": "application/json",
        ...headers,
        ...request.credential?.headers,
      },
      body,
      signal,
    });
    const whole = await readWhole(response, maxBytes);
    const next = redirectOf(response.status, response.header("location"), url);
    if (next !== undefined && maxRedirects > 0) {
      // Headers and certificate are for the webhook, not for another server.
      const credential = next.origin === url.origin ? request.credential : undefined;
      const again = { ...request, credential, maxRedirects: maxRedirects - 1 };
      return await postReview(egress, redirected(target, next), again);
    }
    return {
      status: response.status,
      contentType: response.header("content-type") ?? "",
      retryAfter: response.header("retry-after") ?? "",
      body: response.header("content-encoding") === "gzip" ? unzip(whole, maxBytes) : whole,
    };
  } catch (error) {
    if (error instanceof ReviewError) throw error;
    throw new ReviewError(signal.aborted ? "context deadline exceeded" : problemOf(error, url), { cause: error });
  }
}

function tlsOf({ ca }: ReviewTarget, { credential }: ReviewRequest) {
  return { ...(ca === undefined ? {} : { ca }), ...credential?.certificate };
}

/** Only redirects that keep method and body can be followed with a review. */
function redirectOf(status: number, location: string | undefined, from: URL): URL | undefined {
  if ((status !== 307 && status !== 308) || location === undefined || !URL.canParse(location, from.href))
    return undefined;
  return new URL(location, from);
}

function redirected({ url, host, ca }: ReviewTarget, next: URL): ReviewTarget {
  return {
    url: next,
    ...(host === undefined || next.host !== url.host ? {} : { host }),
    ...(ca === undefined ? {} : { ca }),
  };
}

function problemOf(error: unknown, url: URL): string {
  if (error instanceof ResponseTooLargeError) return error.message;
  return connectionError(error, url);
}

function unzip(body: Buffer, maxBytes: number): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw new ReviewError(`gzip: invalid body: ${(error as Error).message}`, { cause: error });
  }
}
