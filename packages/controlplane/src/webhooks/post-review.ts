import { gunzipSync } from "node:zlib";
import type { WebhookCredential } from "@svc/admission";
import { abortProblem } from "@svc/base";
import {
  type ClientResponse,
  connectionError,
  type Destination,
  type Egress,
  isRedirectStatus,
  ResponseTooLargeError,
  readWhole,
} from "@svc/http/client";

/** The target of a connection to a webhook. */
export interface ReviewTarget {
  /** As errors show it, with the path. */
  readonly url: URL;
  /** The host to connect to, where it is not that of the URL. */
  readonly host?: string;
  /** The port to connect to, where it is not that of the URL. */
  readonly port?: number;
  /** PEM certificates. @default the authorities of the system */
  readonly ca?: string;
  /** The client for connections without a client certificate. @default a new one for each review */
  readonly destination?: Destination;
}

/** Creates the client for a webhook. @param credential with the client certificate to present */
export function reviewDestination(
  { host, port, ca }: ReviewTarget,
  purpose: ReviewRequest["purpose"],
  credential?: WebhookCredential,
): Destination {
  return {
    purpose,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    tls: { ...(ca === undefined ? {} : { ca }), ...credential?.certificate },
    // The signal bounds the whole call.
    headersTimeoutMs: 0,
    bodyTimeoutMs: 0,
  };
}

/** A review to be sent. */
export interface ReviewRequest {
  /** Chooses the egress policy. */
  readonly purpose: "webhook" | "conversion";
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The maximum size of the response, compressed or not. */
  readonly maxBytes: number;
  /** The server's credential for this webhook only. @default none */
  readonly credential?: WebhookCredential | undefined;
  /**
   * Redirects that are followed, each under the same egress policy. As in HTTP clients, only 307
   * and 308 repeat the review; the others make a GET of it. @default 0
   */
  readonly maxRedirects?: number | undefined;
  /** @default POST */
  readonly method?: "POST" | "GET";
  /** Redirects that led here. @default 0 */
  readonly followed?: number;
}

/** The response of a webhook. */
export interface ReviewResponse {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string;
  readonly body: Buffer;
}

interface ReviewErrorOptions {
  readonly isOfBody?: boolean;
  readonly redirectUrl?: string | undefined;
  readonly cause?: unknown;
}

/** Thrown when a webhook's response could not be received; the message is as in kube-apiserver. */
export class ReviewError extends Error {
  override readonly name = "ReviewError";
  /** True if a response arrived whose body cannot be read. */
  readonly isOfBody: boolean;
  /** The URL that a redirect led to; undefined where the webhook's own URL failed. */
  readonly redirectUrl: string | undefined;

  constructor(message: string, options: ReviewErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.isOfBody = options.isOfBody === true;
    this.redirectUrl = options.redirectUrl;
  }
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
  const { purpose, method = "POST", body, headers, signal, maxRedirects = 0, followed = 0 } = request;
  try {
    const { credential } = request;
    const prepared = credential?.certificate === undefined ? target.destination : undefined;
    const client = egress.client(prepared ?? reviewDestination(target, purpose, credential));
    const response = await client.fetch({
      method,
      url,
      headers: {
        "accept-encoding": "gzip",
        "content-type": "application/json",
        ...headers,
        ...credential?.headers,
      },
      body,
      signal,
    });
    const whole = await readBody(response, request, url);
    const location = response.header("location");
    const next = redirectOf(response.status, location, url);
    if (next !== undefined && maxRedirects > 0) {
      // The URL is shown as the last response has it, also where it is a relative one.
      if (followed === maxRedirects)
        throw new ReviewError(`stopped after ${maxRedirects} redirects`, { redirectUrl: location });
      // Headers and certificate are for the webhook, not for another server.
      const kept = next.origin === url.origin ? credential : undefined;
      const isRepeated = response.status === 307 || response.status === 308;
      const again: ReviewRequest = {
        ...request,
        ...(isRepeated ? {} : { method: "GET", body: "" }),
        credential: kept,
        followed: followed + 1,
      };
      return await postReview(egress, redirected(target, next), again);
    }
    return {
      status: response.status,
      contentType: response.header("content-type") ?? "",
      retryAfter: response.header("retry-after") ?? "",
      body: whole,
    };
  } catch (error) {
    if (error instanceof ReviewError) throw error;
    throw new ReviewError(problemOf(error, url, signal), {
      redirectUrl: followed === 0 ? undefined : url.href,
      cause: error,
    });
  }
}

function redirectOf(status: number, location: string | undefined, from: URL): URL | undefined {
  if (!isRedirectStatus(status) || location === undefined || !URL.canParse(location, from.href)) return undefined;
  return new URL(location, from);
}

function redirected({ url, host, port, ca }: ReviewTarget, next: URL): ReviewTarget {
  const isSame = next.host === url.host;
  return {
    url: next,
    ...(host === undefined || !isSame ? {} : { host }),
    ...(port === undefined || !isSame ? {} : { port }),
    ...(ca === undefined ? {} : { ca }),
  };
}

function problemOf(error: unknown, url: URL, signal: AbortSignal): string {
  if (signal.aborted) return abortProblem(signal);
  return error instanceof ResponseTooLargeError ? error.message : connectionError(error, url);
}

/** @throws {ReviewError} for a body that breaks off, stalls, or cannot be unpacked */
async function readBody(
  response: ClientResponse,
  { maxBytes, signal }: Pick<ReviewRequest, "maxBytes" | "signal">,
  url: URL,
): Promise<Buffer> {
  try {
    const whole = await readWhole(response, maxBytes);
    const isPacked = response.header("content-encoding")?.toLowerCase() === "gzip" && whole.length > 0;
    return isPacked ? gunzipSync(whole, { maxOutputLength: maxBytes }) : whole;
  } catch (error) {
    if (error instanceof ResponseTooLargeError) throw error;
    const why = gzipProblem(error, maxBytes) ?? problemOf(error, url, signal);
    const what = why.startsWith("stream error: ")
      ? "stream error when reading response body, may be caused by closed connection"
      : "unexpected error when reading response body";
    throw new ReviewError(`${what}. Please retry. Original error: ${why}`, { isOfBody: true, cause: error });
  }
}

const gzipProblems: ReadonlyMap<string, string> = new Map([
  ["unexpected end of file", "unexpected EOF"],
  ["incorrect header check", "gzip: invalid header"],
  ["incorrect data check", "gzip: invalid checksum"],
]);

/** Why compressed bytes are invalid, as kube-apiserver words it; undefined for other errors. */
function gzipProblem(error: unknown, maxBytes: number): string | undefined {
  const { code, message } = error as Error & { readonly code?: unknown };
  if (code === "ERR_BUFFER_TOO_LARGE") return `gzip: more than ${maxBytes} bytes`;
  return typeof code === "string" && code.startsWith("Z_")
    ? (gzipProblems.get(message) ?? `gzip: ${message}`)
    : undefined;
}
