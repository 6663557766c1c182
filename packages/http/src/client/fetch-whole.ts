import { type Clock, systemClock } from "@svc/base";
import { aNonNegativeNumber, anObject, checkArgument, expected, optionsOf, withMethods } from "@svc/base/check";
import type { ClientRequest, ClientResponse } from "./fetch.ts";
import type { HttpClient } from "./http-client.ts";

/** A response that was read to its end. */
export interface WholeResponse {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: Buffer;
}

/** Bounds of one response. */
export interface FetchWholeOptions {
  /** The maximum size of the response's body. @default 1 MiB */
  readonly maxBytes?: number;
  /** Until the complete response. @default 10 s */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

/** A response has more bytes than its reader takes. */
export class ResponseTooLargeError extends Error {
  override readonly name = "ResponseTooLargeError";
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the response has more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The response was not complete in time. */
export class ResponseTimeoutError extends Error {
  override readonly name = "ResponseTimeoutError";
}

const expectedClient = withMethods("a HttpClient of @svc/http", "fetch");

/**
 * Sends a request and reads the whole response.
 * @throws {ResponseTimeoutError}
 * @throws {ResponseTooLargeError} the rest is not read
 * @throws {TypeError} for a wrong argument
 */
export async function fetchWhole(
  client: Pick<HttpClient, "fetch">,
  request: ClientRequest & FetchWholeOptions,
): Promise<WholeResponse> {
  checkArgument("fetchWhole: client", client, expectedClient);
  checkArgument("fetchWhole: request", request, anObject);
  const { maxBytes, timeoutMs = 10_000, clock = systemClock, signal: callerSignal, ...rest } = request;
  const late = new AbortController();
  const timer = clock.after(timeoutMs, () =>
    late.abort(new ResponseTimeoutError(`no response within ${timeoutMs} ms`)),
  );
  const signal = callerSignal === undefined ? late.signal : AbortSignal.any([late.signal, callerSignal]);
  try {
    const response = await client.fetch({ ...rest, signal });
    const body = await readWhole(response, maxBytes);
    return { status: response.status, header: (name) => response.header(name), body };
  } finally {
    timer.cancel();
  }
}

const expectedResponse = optionsOf<Pick<ClientResponse, "body">>({
  body: expected(
    "an iterable of chunks",
    (value) =>
      typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value),
  ),
});

/**
 * Reads a whole body. @param maxBytes @default 1 MiB @throws {ResponseTooLargeError} the rest is
 * not read
 * @throws {TypeError} for a wrong argument
 */
export async function readWhole(
  response: Pick<ClientResponse, "body">,
  maxBytes: number = 1024 * 1024,
): Promise<Buffer> {
  checkArgument("readWhole: response", response, expectedResponse);
  checkArgument("readWhole: maxBytes", maxBytes, aNonNegativeNumber);
  const { body } = response;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new ResponseTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
