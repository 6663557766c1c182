import type { Clock, Log } from "@svc/base";
import { pause } from "@svc/base";
import { anything, aSignal, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { Status } from "@svc/meta";
import { StatusError, statusErrorFrom } from "@svc/meta";
import type { RequestHeaders, Transport, TransportRequest, TransportResponse } from "../transport/transport.ts";
import { readBody } from "./body.ts";
import { parseWarnings } from "./warnings.ts";

interface RequesterOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly maxBodyBytes: number;
  readonly onWarning: (text: string) => void;
}

/** A request to any endpoint of the server. */
export interface ClientRequest {
  readonly method: string;
  readonly path: string;
  readonly accept?: string;
  /** Request body, which is sent as JSON. */
  readonly body?: unknown;
  /** @default application/json */
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests, retries them after `Retry-After`, and throws errors for other failures. */
export interface Requester {
  /** Returns the response body as JSON. @throws {StatusError} if the status isn't 2xx */
  json<T>(request: ClientRequest): Promise<T>;
  /** Returns the response body as text. @throws {StatusError} if the status isn't 2xx */
  text(request: ClientRequest): Promise<string>;
  /** Returns a streamed response as soon as its headers arrive. */
  stream(request: ClientRequest & { readonly signal: AbortSignal }): Promise<TransportResponse>;
}

/** Upper bound of the wait for `Retry-After`. */
const maxRetryAfterMs = 60_000;

export function createRequester(options: RequesterOptions): Requester {
  const { clock, timeoutMs, maxBodyBytes } = options;
  const whole = async (request: ClientRequest): Promise<string> => {
    checkArgument("requester: request", request, expectedRequest);
    const limit = new AbortController();
    const timer = clock.after(
      timeoutMs,
      () => limit.abort(new Error(`${request.method} ${request.path}: no response within ${timeoutMs} ms`)),
      { keepAlive: true },
    );
    const signal = request.signal === undefined ? limit.signal : AbortSignal.any([limit.signal, request.signal]);
    try {
      return await readBody(await attempt(options, { ...request, signal }), maxBodyBytes);
    } finally {
      timer.cancel();
    }
  };
  return {
    text: whole,
    json: async <T>(request: ClientRequest) => {
      const text = await whole(request);
      try {
        return JSON.parse(text) as T;
      } catch (cause) {
        throw new Error(`${request.method} ${request.path}: the response is not JSON`, { cause });
      }
    },
    stream: async (request) => {
      checkArgument("requester: request", request, expectedRequest);
      return attempt(options, request);
    },
  };
}

const expectedRequest = optionsOf<ClientRequest>({
  method: aString,
  path: aString,
  accept: optional(aString),
  body: optional(anything),
  contentType: optional(aString),
  signal: optional(aSignal),
});

async function attempt(options: RequesterOptions, request: ClientRequest): Promise<TransportResponse> {
  const { transport, clock, log, maxRetries, onWarning } = options;
  const sent = toTransport(options, request);
  for (let retries = 0; ; retries++) {
    request.signal?.throwIfAborted();
    const response = await transport.fetch(sent);
    for (const warning of parseWarnings(response.header("warning"))) onWarning(warning);
    if (response.status >= 200 && response.status < 300) return response;
    const error = await errorOf(response, request);
    const waitMs = retryAfterMs(response);
    if (waitMs === undefined || retries >= maxRetries) throw error;
    log.debug("the server asks to try again later", { path: request.path, status: response.status, waitMs });
    await pause(clock, waitMs, { signal: request.signal, keepAlive: true });
  }
}

function toTransport({ userAgent }: RequesterOptions, request: ClientRequest): TransportRequest {
  const { method, path, body, signal, accept = "application/json", contentType = "application/json" } = request;
  const headers: RequestHeaders = {
    accept,
    "user-agent": userAgent,
    ...(body === undefined ? {} : { "content-type": contentType }),
  };
  return {
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/**
 * Returns the wait of `Retry-After` in a 429 or 5xx response. API servers send seconds, no dates.
 */
function retryAfterMs(response: TransportResponse): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  const text = response.header("retry-after");
  return text === undefined || !/^\d{1,9}$/.test(text) ? undefined : Math.min(Number(text) * 1000, maxRetryAfterMs);
}

const maxErrorBytes = 1024 * 1024;

async function errorOf(response: TransportResponse, { method, path }: ClientRequest): Promise<StatusError> {
  const text = await readBody(response, maxErrorBytes);
  const status = statusOf(text);
  if (status !== undefined) return statusErrorFrom(status, response.status);
  // The response of a proxy or gateway, in its own format.
  const shown = text.trim().slice(0, 2048);
  const message = shown === "" ? `${method} ${path}: the server answered ${response.status}` : shown;
  return new StatusError({ code: response.status, message });
}

function statusOf(text: string): Partial<Status> | undefined {
  try {
    const value = JSON.parse(text) as Partial<Status> | null;
    return value?.kind === "Status" ? value : undefined;
  } catch {
    return undefined;
  }
}
