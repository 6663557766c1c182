import { appendAll, type Clock, type Log, type MaybePromise, truncate } from "@svc/base";
import {
  BodyMemoryError,
  BodyTooLargeError,
  ClientGoneError,
  type Handler,
  type HttpRequest,
  type HttpResponse,
} from "@svc/http";
import { isStatusError, quote, requestTooLarge, StatusError, tooManyRequests } from "@svc/meta";
import { statusOf } from "@svc/registry";
import { textAnswer } from "./encode/answers.ts";
import { BadPathError, NoRequestError, parseRequestInfo, type RequestInfo } from "./request-info.ts";
import { nobody, type RequestState } from "./request-state.ts";

/**
 * One step of a request's way. It answers, and the request is done; or it gives back nothing, and
 * the next stage has it; or it throws, and the error becomes the answer. What it learns it writes
 * into the state.
 */
export type Stage = (state: RequestState) => MaybePromise<HttpResponse | undefined>;

interface PipelineOptions {
  /** In order. The last one answers everything that comes to it. */
  readonly stages: readonly Stage[];
  readonly randomUid: () => string;
  readonly log: Log;
  /** Makes the answer for an error, in the form that the client can read. */
  readonly answerError: (error: StatusError, state: RequestState) => HttpResponse;
  /** In order. @default nobody */
  readonly observers?: readonly RequestObserver[];
  readonly clock: Clock;
}

/** Sees every request come and go. */
export interface RequestObserver {
  /** Told of a request before its first stage. */
  begun?(state: RequestState): void;
  /** Told of its answer; gives back the one that is sent. */
  answered(state: RequestState, answer: HttpResponse): HttpResponse;
}

/**
 * Runs requests through the stages. Where no stage waits for anything, the answer is there when the
 * call returns.
 */
export function createPipeline(options: PipelineOptions): Handler {
  const { stages, answerError, log, observers = [] } = options;

  const failed = (error: unknown, state: RequestState): HttpResponse => {
    const known = toStatusError(error);
    if (known.reason === "InternalError" && known.cause !== undefined) {
      state.failed = true;
      log.error("a request failed", {
        auditId: state.auditId,
        path: state.info.path,
        verb: state.info.verb,
        error: describe(known.cause),
      });
    }
    return answerError(known, state);
  };

  const runFrom = (first: number, state: RequestState): MaybePromise<HttpResponse> => {
    for (let i = first; i < stages.length; i++) {
      const result = stages[i]?.(state);
      if (result instanceof Promise) return result.then((answer) => answer ?? runFrom(i + 1, state));
      if (result !== undefined) return result;
    }
    throw new TypeError("no stage answered");
  };

  return (request) => {
    const state = begin(request, options);
    if ("status" in state) return state;
    for (const observer of observers) observer.begun?.(state);
    const finish = (answer: HttpResponse): HttpResponse => {
      state.bodyShare?.release();
      let whole = decorate(answer, state);
      for (const observer of observers) whole = observer.answered(state, whole);
      return whole;
    };
    try {
      const answer = runFrom(0, state);
      if (answer instanceof Promise) return answer.catch((error: unknown) => failed(error, state)).then(finish);
      return finish(answer);
    } catch (error) {
      return finish(failed(error, state));
    }
  };
}

const badPath: HttpResponse = {
  status: 400,
  headers: ["Content-Type", "text/plain; charset=utf-8", "Connection", "close"],
  body: Buffer.from("400 Bad Request"),
};

/** Asked by what looks whether anybody is there. Source: RFC 9110 section 9.3.7. */
const isHere: HttpResponse = { status: 200, headers: [], body: Buffer.alloc(0) };

function noRequest(target: string, auditId: string, { message }: NoRequestError): HttpResponse {
  const why = `failed to create RequestInfo: ${message}`;
  const answer = textAnswer(500, `Internal Server Error: ${quote(target)}: ${why}\n`);
  return { ...answer, headers: ["Audit-Id", auditId, ...answer.headers] };
}

const maxAuditIdBytes = 1024;

function begin(request: HttpRequest, { randomUid, clock }: PipelineOptions): RequestState | HttpResponse {
  if (request.method === "OPTIONS" && request.target === "*") return isHere;
  const given = request.header("audit-id");
  const auditId = given === undefined || given === "" || given.length > maxAuditIdBytes ? randomUid() : given;
  let info: RequestInfo;
  try {
    info = parseRequestInfo(request.method, request.target);
  } catch (error) {
    if (error instanceof BadPathError) return badPath;
    if (error instanceof NoRequestError) return noRequest(request.target, auditId, error);
    throw error;
  }
  return {
    request,
    info,
    auditId,
    startedMs: clock.monotonic(),
    user: nobody,
    realUser: undefined,
    warnings: new Set(),
    dispatched: false,
    route: undefined,
    annotations: undefined,
    audit: undefined,
    failed: false,
    bodyBytes: undefined,
    bodyShare: undefined,
    giveWay: undefined,
  };
}

/** What every answer carries. */
function decorate({ status, headers, body, json }: HttpResponse, { auditId, warnings }: RequestState): HttpResponse {
  const all = ["Audit-Id", auditId];
  if (!headers.includes("Cache-Control")) all.push("Cache-Control", "no-cache, private");
  for (const text of shownWarnings(warnings)) all.push("Warning", `299 - ${quoteWarning(text)}`);
  appendAll(all, headers);
  return json === undefined ? { status, headers: all, body } : { status, headers: all, body, json };
}

/**
 * Characters of all warnings of an answer. Where there are more, each one is cut, and the last ones
 * are left out.
 */
const maxWarningsLength = 4_096;
const cutWarningLength = 256;

function shownWarnings(warnings: ReadonlySet<string>): Iterable<string> {
  let length = 0;
  for (const text of warnings) length += text.length;
  if (length <= maxWarningsLength) return warnings;
  const shown: string[] = [];
  let left = maxWarningsLength;
  for (const text of warnings) {
    const cut = truncate(text, cutWarningLength);
    left -= cut.length;
    if (left < 0) break;
    shown.push(cut);
  }
  return shown;
}

/**
 * Text of a warning header: no control characters, quotes escaped.
 * Source: RFC 7234 section 5.5.
 */
function quoteWarning(text: string): string {
  const clean = text.replace(/[\p{Cc}]+/gu, " ");
  const escaped = clean.replace(/["\\]/g, "\\$&");
  // Headers are bytes: what is beyond ASCII goes as the bytes of UTF-8.
  return `"${Buffer.from(escaped, "utf8").toString("latin1")}"`;
}

function toStatusError(error: unknown): StatusError {
  const known = statusOf(error);
  if (isStatusError(known)) return known;
  if (error instanceof BodyTooLargeError) return requestTooLarge(`limit is ${error.maxBytes}`);
  if (error instanceof BodyMemoryError)
    return tooManyRequests("The server holds as many request bodies as it has memory for, please try again later.", 1);
  if (error instanceof ClientGoneError)
    return new StatusError({ code: 400, reason: "BadRequest", message: "unexpected EOF" });
  return new StatusError({
    code: 500,
    reason: "InternalError",
    message: "Internal error occurred: the server could not handle the request; its log tells why",
    details: { causes: [{ message: "the server could not handle the request; its log tells why" }] },
    cause: error,
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
