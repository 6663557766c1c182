import { consoleLog } from "@svc/base";
import { BodyMemoryError } from "./body-memory.ts";
import {
  BodyTooLargeError,
  ClientGoneError,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  type ResponseWriter,
  type StreamBody,
} from "./http.ts";

/** Called for each unexpected error of a handler, which the client sees as 500. */
export type OnHandlerError = (error: unknown, request: HttpRequest) => void;

/** Options of the adapters that mount a handler in another server. */
export interface AdapterOptions {
  /** Called for each unexpected error of the handler. @default it is logged to standard error */
  readonly onHandlerError?: OnHandlerError;
}

/** Logs the error to standard error, without the query of the request. */
export const logHandlerError: OnHandlerError = (error, { method, target }) => {
  const [path = ""] = target.split("?", 1);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  consoleLog.error("the handler of a request failed", { method, path, error: text });
};

/**
 * The response for a handler that failed: 413 for a body beyond the handler's bound, 429 when all
 * memory for bodies is in use, 400 when the client is gone, else 500, which is reported.
 */
export function handlerErrorResponse(error: unknown, request: HttpRequest, onError: OnHandlerError): HttpResponse {
  if (error instanceof BodyTooLargeError) return textResponse(413, "Request Entity Too Large");
  if (error instanceof BodyMemoryError) return textResponse(429, "Too Many Requests", ["retry-after", "1"]);
  if (error instanceof ClientGoneError) return textResponse(400, "Bad Request");
  onError(error, request);
  return textResponse(500, "Internal Server Error");
}

/** Receives the result of {@link runHandler}. */
interface HandlerRun {
  readonly reply: (response: HttpResponse) => void;
  readonly onError: OnHandlerError;
}

/** Runs a handler, and replies with its response or with that of its error. */
export function runHandler(handler: Handler, request: HttpRequest, { reply, onError }: HandlerRun): void {
  const fail = (error: unknown): void => reply(handlerErrorResponse(error, request, onError));
  let response: ReturnType<Handler>;
  try {
    response = handler(request);
  } catch (error) {
    fail(error);
    return;
  }
  if (response instanceof Promise) void response.then(reply, fail);
  else reply(response);
}

/** Starts a streamed body. If it throws, the error is reported and the body broken off. */
export function startBody(body: StreamBody, writer: ResponseWriter, report: (error: unknown) => void): void {
  try {
    body.start(writer);
  } catch (error) {
    report(error);
    writer.abort();
  }
}

function textResponse(status: number, text: string, headers: readonly string[] = []): HttpResponse {
  return { status, headers: ["content-type", "text/plain; charset=utf-8", ...headers], body: Buffer.from(`${text}\n`) };
}
